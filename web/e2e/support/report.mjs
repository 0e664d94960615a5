import { basename } from "node:path";

/** Reports each test on its own line, because several workers write at once, and sends failures to `run.mjs`. */
export default async function* report(events) {
  for await (const { type, data } of events) {
    // A suite fails because of its tests, which are reported themselves, or by a hook.
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { error, duration_ms, type: kind } = data.details;
    if (error?.failureType === "subtestsFailed" || (kind === "suite" && !error)) continue;
    const line = `${basename(data.file ?? "")}: ${data.name} (${(duration_ms / 1000).toFixed(1)} s)`;
    if (error) {
      const cause = error.cause ?? error;
      const failure = `${line}\n${cause.stack ?? cause}\n`;
      if (process.connected) process.send({ failure });
      yield `FAILED ${failure}`;
    } else yield `${data.skip === undefined ? "passed" : "SKIPPED"} ${line}\n`;
  }
}
