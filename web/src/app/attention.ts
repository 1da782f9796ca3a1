/* attention.ts - tells the reader of their games on all screens and in other tabs:
 * title, icon, sound, a toast or a notification. */
import {notify} from "../browser/notifications.js";
import {route} from "../browser/router.js";
import {playSound, type Sound} from "../browser/sound.js";
import {setIconBadge, setTitlePrefix} from "../browser/title.js";
import {myRooms} from "../online/my-rooms.js";
import {myGames, type News, newsOf, titlePrefix} from "../state/my-games.js";
import {markOf, type Room} from "../state/room.js";
import {toast} from "../state/toasts.js";

const SOUNDS: {readonly [kind in Exclude<News["kind"], "over">]: Sound} = {joined: "joined", turn: "turn", offer: "turn"};

function soundOf({kind}: News, room: Room): Sound {
    if (kind !== "over")
        return SOUNDS[kind];
    const winner = room.over?.winner ?? null;
    return winner === null ? "draw" : winner === markOf(room) ? "win" : "loss";
}

/** The screen of a room shows and sounds the game itself. */
function report(news: News, room: Room, isOnScreen: boolean): void {
    if (!isOnScreen || news.kind === "joined")
        playSound(soundOf(news, room));
    if (document.visibilityState !== "visible")
        notify(news.words, `/r/${room.code}`);
    else if (!isOnScreen && news.kind !== "turn")
        toast(news.words); // the bar tells of a turn
}

function showCalls(): void {
    const prefix = titlePrefix(myGames.value);
    setTitlePrefix(prefix);
    setIconBadge(prefix !== "");
}

/** Opening a game that ended meanwhile takes it off the bar. */
function forgetOpenedGame(): void {
    const {screen, rest: [id]} = route.value;
    if (screen === "g" && id)
        myRooms.forgetEnded(id);
}

myGames.watch(showCalls);
route.watch(forgetOpenedGame);
myRooms.watch((before, after, isOnScreen) => {
    const news = newsOf(before, after);
    if (news)
        report(news, after, isOnScreen);
});
myRooms.start();
