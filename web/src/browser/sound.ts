/* sound.ts - short tones for a placed mark, a won board, the end of a game, a
 * player who joins, and a turn in a game that is not on the screen. Sound is off by default. */
import {settings} from "../state/settings.js";

export type Sound = "place" | "board" | "win" | "loss" | "draw" | "joined" | "turn";

/** `pitch` in hertz, `at` in seconds from the start of the sound. */
type Tone = readonly [pitch: number, at: number];

const TONES: {readonly [name in Sound]: readonly Tone[]} = {
    place: [[520, 0]],
    board: [[520, 0], [780, 0.08]],
    win: [[523, 0], [659, 0.11], [784, 0.22], [1047, 0.33]],
    loss: [[392, 0], [330, 0.14], [262, 0.28]],
    draw: [[440, 0], [440, 0.16]],
    joined: [[523, 0], [784, 0.12]],
    turn: [[659, 0], [659, 0.12]],
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
        return; // the browser plays no sound, or not now; the game goes on
    }
}
