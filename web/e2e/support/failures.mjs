/** Reports only the tests that fail, each by its file and name with what went wrong: what a reader of a long log looks for first. */
export default async function* failures(events) {
  for await (const { type, data } of events) {
    // A suite fails because of its tests, which are told themselves.
    if (type !== "test:fail" || data.details.error.failureType === "subtestsFailed") continue;
    const error = data.details.error.cause ?? data.details.error;
    const file = data.file?.split("/").pop() ?? "";
    yield `${file}: ${data.name} (${(data.details.duration_ms / 1000).toFixed(1)} s)\n${error?.stack ?? error}\n\n`;
  }
}
