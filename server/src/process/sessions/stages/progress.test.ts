import { expect, it } from "vitest";
import { progressOf } from "./progress.ts";

const expected = ["one", "two", "three"].map((key) => ({
  key,
  label: key,
  model: "m",
  intermediate: false,
  stepKey: "s",
}));
const row = (
  work_key: string,
  status: "completed" | "failed" | "retrying" | "processing" | "pending",
  written = false,
) => ({
  stage: "thesis",
  work_key,
  job_id: "00000000-0000-7000-8000-000000000000" as never,
  status,
  pause_reason: null,
  error_message: "The provider did not answer.",
  run_at: new Date(0),
  ended_by: null,
  awaits: null,
  awaits_pause: null,
  written,
});

it("progress lists all expected work, and counts work as done when its document exists", () => {
  const progress = progressOf(expected, [row("one", "completed", true), row("two", "completed")], "running");
  expect(progress.map((one) => one.state)).toEqual(["done", "waiting", "waiting"]);
});

it("progress counts work as done even if it is retried afterwards", () => {
  expect(progressOf(expected, [row("one", "retrying", true)], "running")[0]).toMatchObject({
    state: "done",
    why: null,
  });
});

it("progress states why work is missing", () => {
  const failed = progressOf(expected, [row("one", "failed"), row("two", "retrying")], "failed");
  expect(failed.map((one) => one.why)).toEqual([
    "The provider did not answer.",
    "Next attempt at 1970-01-01T00:00:00.000Z. The provider did not answer.",
    "The stage failed before this started.",
  ]);
  expect(progressOf(expected, [], "cancelled").map((one) => one.state)).toEqual([
    "cancelled",
    "cancelled",
    "cancelled",
  ]);
});
