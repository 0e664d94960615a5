import { isPass } from "../account/member.svelte";
import { entries, recall } from "../api/library";
import { current } from "../api/outbox";
import { keepPush, type PushWish, readPush, stopPush } from "../api/push";
import { keeper } from "../offline/keep";
import { settings } from "../settings/settings.svelte";
import { keepSides } from "./messages";
import { isApart } from "./turn";

/** The most games by keys that this device is told of, the latest. */
const MAX_GAMES = 64;
/** How often it is looked whether there are others, in milliseconds. */
const PERIOD = 20_000;

/** What the server was told last. */
let told = "";

/** Tells whether the browser can be told something while no page is open. */
export const isAble = (): boolean => "PushManager" in window && "Notification" in window && keeper() !== null;

/** Returns the server's key, or nothing where it has nobody told, or is away. */
export async function offered(): Promise<string | null> {
  try {
    return (await readPush(settings)).key;
  } catch {
    return null;
  }
}

/** Has this device be told from now on, where the browser allows it. */
export async function begin(key: string): Promise<void> {
  told = "";
  await say(wishOf(await subscribed(key)));
}

/** Has this device be told nothing more: neither by the server nor by the browser's service. */
export async function end(): Promise<void> {
  const subscription = await (await keeper())?.pushManager.getSubscription();
  told = "";
  keepSides(new Map());
  if (!subscription) return;
  // Where one of both is away, the other suffices.
  await Promise.allSettled([stopPush(subscription.endpoint, settings), subscription.unsubscribe()]);
}

/** Has this device be told of the games that there are, and of what is the account's; returns how to end it. */
export function keepTold(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const look = async () => {
    try {
      const subscription = await (await keeper())?.pushManager.getSubscription();
      // The browser may have given it up by itself.
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

/** Asks the browser's service for messages of the server with a key, and of no other. */
async function subscribed(key: string): Promise<PushSubscription> {
  const registration = await keeper();
  if (!registration) throw new Error("nothing stays to be told");
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (thrown) {
    // It may be subscribed to a server with another key, which was here before.
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

/** Tells the server of which sides this device is to be told, unless it knows. */
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
