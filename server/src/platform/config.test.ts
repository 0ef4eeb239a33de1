import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

it("retries a provider that is down for at least fifteen minutes, unless it is told otherwise", () => {
  expect(readConfig({}, {}).retryWindowMs).toBeGreaterThanOrEqual(15 * 60_000);
  expect(readConfig({ DIALECTIC_RETRY_WINDOW: "90s" }, {}).retryWindowMs).toBe(90_000);
});
