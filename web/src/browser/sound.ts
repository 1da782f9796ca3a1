/* sound.ts - short tones: a mark is placed, a board is won, a game ends. Only
 * if they were asked for, and silent where a browser does not allow any. */
import {settings} from "../state/settings.js";

export type Sound = "place" | "board" | "win" | "loss" | "draw";

/** Hertz, and seconds from the beginning. */
type Tone = readonly [pitch: number, at: number];

const TONES: {readonly [name in Sound]: readonly Tone[]} = {
    place: [[520, 0]],
    board: [[520, 0], [780, 0.08]],
    win: [[523, 0], [659, 0.11], [784, 0.22], [1047, 0.33]],
    loss: [[392, 0], [330, 0.14], [262, 0.28]],
    draw: [[440, 0], [440, 0.16]],
};

const LASTS = 0.16;
const LOUD = 0.12;

let context: AudioContext | undefined;

function playTone(audio: AudioContext, [pitch, at]: Tone): void {
    const begin = audio.currentTime + at;
    const gain = new GainNode(audio, {gain: LOUD});
    const tone = new OscillatorNode(audio, {type: "triangle", frequency: pitch});
    gain.gain.setValueAtTime(LOUD, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + LASTS);
    tone.connect(gain).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + LASTS);
}

export function playSound(name: Sound): void {
    if (!settings.value.sound)
        return;
    try {
        const audio = context ??= new AudioContext();
        audio.resume().catch(() => {});
        TONES[name].forEach((tone) => playTone(audio, tone));
    } catch {
        return; // no sound on this machine, or not now: a game needs none
    }
}
