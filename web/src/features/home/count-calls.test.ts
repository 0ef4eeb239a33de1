import { expect, it } from "vitest";
import { countCalls } from "./count-calls.ts";

it.each([
  ["classic", 1, 7],
  ["classic", 2, 22],
  ["classic", 3, 53],
  ["brief", 1, 5],
  ["brief", 2, 10],
  ["brief", 3, 17],
  ["my-own", 2, null],
])("%s with %d models makes %s calls", (process, models, calls) => {
  expect(countCalls(process, models)).toBe(calls);
});
