import type { Session } from "@dialectic/contract";
import { expect, it } from "vitest";
import { createLog, diskFull } from "#platform";
import { createIdleHint } from "../run/idle-hint.ts";
import { recordWorkerErrors } from "./worker-errors.ts";

it("tells whoever follows a run at once, and once, what is the matter with the work done here", () => {
  const trouble = recordWorkerErrors(createLog("silent"));
  const notes: string[] = [];
  const progress = { show() {}, note: (line: string) => notes.push(line), end() {} };
  const hint = createIdleHint(progress, { trouble: trouble.last });
  const session = { status: "running", stages: [] as Session["stages"] } as Session;

  hint.look(session);
  trouble.log.warn("A job met an error.", { error: new Error("It is tried again.") });
  hint.look(session);
  expect(notes).toEqual([]);

  const worker = trouble.log.with({ worker: "one" });
  worker.error("Looking for jobs failed; trying again.", { error: diskFull("The disk is full.", null) });
  hint.look(session);
  worker.error("Looking for jobs failed; trying again.", { error: diskFull("The disk is full.", null) });
  hint.look(session);
  worker.error("Looking for jobs failed; trying again.", { error: new Error("connection refused") });
  hint.look(session);
  expect(notes).toEqual([
    "The disk is full. Make room there: the work goes on by itself.",
    "Looking for jobs failed; trying again. connection refused",
  ]);
});
