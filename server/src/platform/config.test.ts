import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

it("retries for at least fifteen minutes by default while a provider is down", () => {
  expect(readConfig({}, {}).retryWindowMs).toBeGreaterThanOrEqual(15 * 60_000);
  expect(readConfig({ DIALECTIC_RETRY_WINDOW: "90s" }, {}).retryWindowMs).toBe(90_000);
});
