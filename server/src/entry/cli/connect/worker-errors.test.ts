import type { Session } from "@dialectic/contract";
import { expect, it } from "vitest";
import { createLog, diskFull } from "#platform";
import { createIdleHint } from "../run/idle-hint.ts";
import { recordWorkerErrors } from "./worker-errors.ts";

it("reports each worker error immediately, and only once, to a person who follows a run", () => {
  const workerErrors = recordWorkerErrors(createLog("silent"));
  const notes: string[] = [];
  const progress = { show() {}, note: (line: string) => notes.push(line), end() {} };
  const hint = createIdleHint(progress, { lastWorkerError: workerErrors.last });
  const session = { status: "running", stages: [] as Session["stages"] } as Session;

  hint.look(session);
  workerErrors.log.warn("A job met an error.", { error: new Error("It is tried again.") });
  hint.look(session);
  expect(notes).toEqual([]);

  const worker = workerErrors.log.with({ worker: "one" });
  worker.error("Leasing jobs failed; the worker will retry.", { error: diskFull("The disk is full.", null) });
  hint.look(session);
  worker.error("Leasing jobs failed; the worker will retry.", { error: diskFull("The disk is full.", null) });
  hint.look(session);
  worker.error("Leasing jobs failed; the worker will retry.", { error: new Error("connection refused") });
  hint.look(session);
  expect(notes).toEqual([
    "The disk is full. Free some disk space; work then continues automatically.",
    "Leasing jobs failed; the worker will retry. connection refused",
  ]);
});
