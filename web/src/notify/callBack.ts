import { settings } from "../settings/settings.svelte";
import { sound } from "../sound/sounds";

/** How long each of the two titles is shown, in milliseconds. */
const PERIOD = 1_000;

let stop = () => {};

/** Notifies a user who may be looking elsewhere that an opponent has come, by a sound and a title that blinks until the page is visible. */
export function callBack(text: string): void {
  if (settings.sounds) sound("joined");
  stop();
  if (document.visibilityState === "visible" && document.hasFocus()) return;
  let title = document.title;
  const timer = setInterval(() => {
    // The page may change its own title meanwhile.
    if (document.title !== text) [title, document.title] = [document.title, text];
    else document.title = title;
  }, PERIOD);
  const seen = () => document.visibilityState === "visible" && stop();
  stop = () => {
    clearInterval(timer);
    removeEventListener("focus", seen);
    document.removeEventListener("visibilitychange", seen);
    if (document.title === text) document.title = title;
    stop = () => {};
  };
  addEventListener("focus", seen);
  document.addEventListener("visibilitychange", seen);
}
