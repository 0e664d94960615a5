// Push notifications on a device, from turning them on to opening the game.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { pair } from "./support/apart.mjs";
import { until } from "./support/limits.mjs";
import { PushService } from "./support/push-service.mjs";
import { suite } from "./support/stage.mjs";

const service = new PushService();
const options = async () => ["--address", "http://localhost", "--push-service", await service.open()];

/** Simulates the permission prompt and subscribes to this test's push service: headless browsers do neither. */
const subscribing = (subscription) => {
  Object.defineProperty(Notification, "permission", { get: () => sessionStorage.getItem("asked") ?? "default" });
  Notification.requestPermission = async () => {
    sessionStorage.setItem("asked", "granted");
    return "granted";
  };
  let current = null;
  const made = () => ({ endpoint: subscription.endpoint, toJSON: () => subscription, unsubscribe: async () => ((current = null), true) });
  const held = () => sessionStorage.getItem("subscribed") === "1";
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error("invalid server key");
    sessionStorage.setItem("subscribed", "1");
    return (current = made());
  };
  PushManager.prototype.getSubscription = async () => (current ??= held() ? made() : null);
};

/** Delivers a message to the service worker as the push service would. */
async function deliver(person, origin, message) {
  const session = await person.context.newCDPSession(person.page);
  const known = new Promise((resolve) => session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId)));
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await known, data: message });
}

/** Records the notifications of the service worker, which headless browsers do not show. */
const watchNotices = (worker) =>
  worker.evaluate(() => {
    self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => void self.shown.push({ title, ...options });
  });

/** Clicks a notification. */
const press = (worker, { data }) =>
  worker.evaluate((data) => {
    const event = new Event("notificationclick");
    self.dispatchEvent(Object.assign(event, { notification: { data, close: () => {} }, waitUntil: () => {} }));
  }, data);

suite(
  "push notifications",
  (stage) => {
    after(() => service.close());

    test("notifications are turned on, delivered, and open the game", async () => {
      const { host, friend, toPlay } = await pair(stage, "Chess", {}, { friend: { serviceWorkers: "allow" } });
      await friend.context.addInitScript(subscribing, service.subscription);
      await friend.page.reload();
      await friend.seated();
      await friend.openSettings();
      const kept = friend.page.waitForResponse((answer) => answer.url().endsWith("/api/push") && answer.request().method() === "PUT" && answer.ok());
      await friend.page.getByTestId("push").waitFor();
      assert.equal(await friend.page.evaluate(() => Notification.permission), "default", "permission is not requested before the click");
      await friend.page.getByTestId("push").check();
      assert.match((await (await kept).json()).sides[0], /^@[a-z0-9]+\.2$/);
      await friend.page.getByRole("button", { name: "Close" }).click();
      // The page is open, but not the game.
      await friend.visit("/");
      await host.page.getByText("offline").first().waitFor();
      await host.play("e2e4");
      const message = await service.message(0);
      const { title, opens } = JSON.parse(message);
      assert.equal(title, "Chess: your turn");
      assert.ok(!message.includes(decodeURIComponent(new URL(toPlay).hash.slice(6))), "no key is in a message");
      const [worker] = friend.context.serviceWorkers();
      await watchNotices(worker);
      await deliver(friend, stage.server.url, message);
      const notices = await until("a notice", () => worker.evaluate(() => self.shown.length > 0 && self.shown));
      assert.deepEqual(notices.map(({ title, data }) => ({ title, data })), [{ title: "Chess: your turn", data: opens }]);

      // A click opens the game in the open page.
      await press(worker, notices[0]);
      await friend.page.waitForURL((url) => url.hash === new URL(toPlay).hash);
      await friend.seated();
      // A click without an open page opens one with the game.
      await friend.page.goto("about:blank");
      await friend.visit(`/#told=${encodeURIComponent(opens)}`);
      await friend.page.waitForURL((url) => url.hash === new URL(toPlay).hash);
      await friend.seated();

      // Notifications are turned off.
      await friend.openSettings();
      const stopped = friend.page.waitForResponse((answer) => answer.url().endsWith("/api/push/stop"));
      await friend.page.getByTestId("push").uncheck();
      assert.ok((await stopped).ok());
      await friend.page.getByRole("button", { name: "Close" }).click();
      await friend.visit("/");
      await friend.page.goto("about:blank");
      await host.page.getByText("offline").first().waitFor();
      assert.equal(service.messages.length, 1);
    });

    test("the switch is hidden without push support", async () => {
      const person = await stage.person();
      await person.context.addInitScript(() => delete globalThis.PushManager);
      await person.visit();
      await person.page.getByRole("button", { name: "Settings" }).click();
      await person.page.getByTestId("notify").waitFor();
      assert.equal(await person.page.getByTestId("push").count(), 0);
    });
  },
  options,
);
