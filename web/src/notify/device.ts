import { isPass } from "../account/member.svelte";
import { entries, recall } from "../api/library";
import { current } from "../api/outbox";
import { keepPush, type PushWish, readPush, stopPush } from "../api/push";
import { keeper } from "../offline/keep";
import { settings } from "../settings/settings.svelte";
import { keepSides } from "./messages";
import { isApart } from "./turn";

/** Maximum number of this device's games with notifications; the most recent ones. */
const MAX_GAMES = 64;
/** Interval between checks for new games, in milliseconds. */
const PERIOD = 20_000;

/** The last subscription sent to the server. */
let told = "";

/** Returns whether the browser supports push notifications. */
export const isAble = (): boolean => "PushManager" in window && "Notification" in window && keeper() !== null;

/** Returns the server's key; `null` if it offers no notifications or cannot be reached. */
export async function offered(): Promise<string | null> {
  try {
    return (await readPush(settings)).key;
  } catch {
    return null;
  }
}

/** Subscribes this device, if the user permits it. */
export async function begin(key: string): Promise<void> {
  told = "";
  await say(wishOf(await subscribed(key)));
}

/** Unsubscribes this device from the server and the push service. */
export async function end(): Promise<void> {
  const subscription = await (await keeper())?.pushManager.getSubscription();
  told = "";
  keepSides(new Map());
  if (!subscription) return;
  // If one of the two cannot be reached, the other suffices.
  await Promise.allSettled([stopPush(subscription.endpoint, settings), subscription.unsubscribe()]);
}

/** Keeps the subscription up to date with this device's games and account; returns a function that stops it. */
export function keepTold(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const look = async () => {
    try {
      const subscription = await (await keeper())?.pushManager.getSubscription();
      // The browser may have dropped the subscription.
      const key = subscription ? null : await offered();
      const wish = subscription ? wishOf(subscription) : key === null ? null : wishOf(await subscribed(key));
      if (wish && !ended) await say(wish);
    } catch {
      // The next round tries again.
    }
  };
  const round = async () => {
    await look();
    if (!ended) timer = setTimeout(() => void round(), PERIOD);
  };
  const leaving = () => document.visibilityState === "hidden" && void look();
  document.addEventListener("visibilitychange", leaving);
  told = "";
  void round();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", leaving);
  };
}

/** Subscribes to the push service with the server's key. */
async function subscribed(key: string): Promise<PushSubscription> {
  const registration = await keeper();
  if (!registration) throw new Error("no service worker");
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (thrown) {
    // There may be a subscription with the key of a former server.
    const old = await registration.pushManager.getSubscription();
    if (!old) throw thrown;
    await old.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}

function wishOf(subscription: PushSubscription): PushWish {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", key: keys?.["p256dh"] ?? "", secret: keys?.["auth"] ?? "" };
}

/** Sends the subscription to the server if it has changed. */
async function say(wish: PushWish): Promise<void> {
  const ids = entries().slice(0, MAX_GAMES).map(({ id }) => id);
  const keys = ids.filter((id) => {
    const copy = isPass(id) ? null : recall(id);
    return copy !== null && isApart(current(copy));
  });
  const said = JSON.stringify([wish, keys, settings.language]);
  if (said === told) return;
  const { sides } = await keepPush(wish, keys, settings);
  keepSides(new Map(sides.flatMap((side, at) => (side === null ? [] : [[side, keys[at] ?? ""]]))));
  told = said;
}
