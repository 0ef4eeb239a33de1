import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

it("the retry window is at least fifteen minutes by default, and a setting changes it", () => {
  expect(readConfig({}, {}).retryWindowMs).toBeGreaterThanOrEqual(15 * 60_000);
  expect(readConfig({ DIALECTIC_RETRY_WINDOW: "90s" }, {}).retryWindowMs).toBe(90_000);
});
