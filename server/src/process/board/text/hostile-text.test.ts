import { expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { cardNamedIn } from "./card-file.ts";
import { readChecklist } from "./checklist.ts";
import { parseWorkPlan } from "./parse-work-plan.ts";
import { endedWithList, nodesOf } from "./plan-nodes.ts";
import { withStatuses } from "./with-statuses.ts";

it.each<[string, (text: string) => unknown]>([
  ["nodesOf", nodesOf],
  ["endedWithList", endedWithList],
  ["parseWorkPlan", (text) => parseWorkPlan(text)],
  ["withStatuses", (text) => withStatuses(text, new Map([["M1", { mark: "x", reason: "" }]]))],
  ["readChecklist", readChecklist],
  ["cardNamedIn", cardNamedIn],
])("%s reads hostile text in linear time and never throws", { timeout: 120_000 }, (_, read) => {
  expect(findSlowClasses(read)).toEqual([]);
});
