import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import type { Session, StageRun } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { createProgress } from "./progress.ts";

const stage = (name: string, done: number, expected: number, more: Partial<StageRun> = {}): StageRun => ({
  id: null,
  stage: name.toLowerCase(),
  name,
  about: "",
  status: "running",
  calls: done,
  requests: done,
  done,
  expected,
  combining: null,
  work: [],
  waits: [],
  spent: "0",
  error: null,
  findings: 0,
  startedAt: null,
  finishedAt: null,
  iteration: 1,
  ...more,
});
const session = (...stages: StageRun[]) => ({ stages }) as Session;

/** A stream that remembers what was written to it. */
function stream(settings: { isTTY: boolean; columns?: number }) {
  const through = new PassThrough();
  const pieces: string[] = [];
  through.on("data", (data) => pieces.push(String(data)));
  return { pieces, stream: Object.assign(through, settings) as unknown as NodeJS.WriteStream };
}

describe("progress without a terminal", () => {
  it("prints one line for each change, and nothing while nothing changes", () => {
    const out = stream({ isTTY: false });
    const progress = createProgress(out.stream);
    progress.show(session(stage("Thesis", 0, 2), stage("Antithesis", 0, 0)));
    progress.show(session(stage("Thesis", 1, 2), stage("Antithesis", 0, 0)));
    progress.show(session(stage("Thesis", 1, 2), stage("Antithesis", 0, 0)));
    progress.show(session(stage("Thesis", 2, 2), stage("Antithesis", 3, 4)));
    progress.end();
    expect(out.pieces.join("")).toBe("Thesis: 1 of 2\nThesis: 2 of 2\nAntithesis: 3 of 4\n");
  });
});

it("progress without a terminal prints exactly one line for each combined text", () => {
  const out = stream({ isTTY: false });
  const progress = createProgress(out.stream);
  const counts = [
    null,
    { done: 0, of: 1 },
    { done: 0, of: 3 },
    { done: 1, of: 3 },
    { done: 1, of: 3 },
    { done: 3, of: 3 },
  ];
  for (const combining of counts) progress.show(session(stage("Merge", 0, 1, { combining })));
  progress.show(session(stage("Merge", 1, 1, { combining: { done: 3, of: 3 }, status: "completed" })));
  expect(out.pieces.join("")).toBe("Merge: combining 1 of 3\nMerge: combining 3 of 3\nMerge: 1 of 1\n");
});

describe("progress on a terminal", () => {
  it("draws one bar per stage and overwrites the bars drawn before", () => {
    const out = stream({ isTTY: true, columns: 80 });
    const progress = createProgress(out.stream);
    progress.show(session(stage("Thesis", 0, 2), stage("Antithesis", 0, 0, { status: null })));
    progress.show(session(stage("Thesis", 1, 2), stage("Antithesis", 0, 0, { status: null })));
    const [first = "", second = ""] = out.pieces;
    expect(stripVTControlCharacters(first)).toBe(
      `  Thesis      ${"░".repeat(24)}  0/2\n  Antithesis  ${"░".repeat(24)}\n`,
    );
    expect(second.startsWith("\x1b[2A\x1b[J")).toBe(true);
    expect(stripVTControlCharacters(second)).toContain(`Thesis      ${"█".repeat(12)}${"░".repeat(12)}  1/2`);
  });

  it("shows the progress of combining, or else the reason why the stage waits", () => {
    const waiting = {
      key: "a",
      label: "Merged",
      model: "m",
      intermediate: false,
      pauseReason: null,
      waitsFor: null,
      jobId: null,
    };
    const work = [{ ...waiting, state: "waiting" as const, why: "Waits for: Combine 3 × note." }];
    const out = stream({ isTTY: true, columns: 100 });
    const progress = createProgress(out.stream);
    progress.show(session(stage("Merge", 0, 1, { work, combining: { done: 3, of: 7 } })));
    expect(stripVTControlCharacters(out.pieces.join(""))).toMatch(/0\/1 +combining 3 of 7\n$/);
    progress.show(session(stage("Merge", 0, 1, { combining: { done: 7, of: 7 } })));
    expect(stripVTControlCharacters(out.pieces.join(""))).toMatch(/0\/1\n$/);
  });

  it("shows the reason why the stage waits while no document is being written", () => {
    const waiting = {
      key: "a",
      label: "Merged",
      model: "m",
      intermediate: false,
      pauseReason: null,
      waitsFor: null,
      jobId: null,
    };
    const work = [{ ...waiting, state: "waiting" as const, why: "Waits for: Combine 3 × note." }];
    const out = stream({ isTTY: true, columns: 100 });
    createProgress(out.stream).show(session(stage("Merge", 0, 1, { work })));
    expect(stripVTControlCharacters(out.pieces.join(""))).toMatch(/0\/1 +Waits for: Combine 3 × note\.\n$/);
  });

  it("shows which provider a stage waits for: beside the bar, or in a single line if there is no terminal", () => {
    const wait = {
      model: "openai/gpt-5",
      code: "rate_limited",
      status: 429,
      obstacle: null,
      since: "2026-01-02T10:00:00.000Z",
      tries: 3,
      nextTryAt: "2026-01-02T10:05:00.000Z",
      until: "2026-01-02T10:15:00.000Z",
    } as const;
    const waiting = session(stage("Thesis", 0, 2, { waits: [wait] }));
    const said = /waiting for openai\/gpt-5 \(429, rate limited\) until .+; next try .+/g;
    const lines = stream({ isTTY: false });
    const progress = createProgress(lines.stream);
    for (let looks = 0; looks < 3; looks++) progress.show(waiting);
    expect(lines.pieces.join("").match(said)).toHaveLength(1);
    const bars = stream({ isTTY: true, columns: 160 });
    createProgress(bars.stream).show(waiting);
    expect(stripVTControlCharacters(bars.pieces.join(""))).toMatch(said);
  });

  it("never wraps a line", () => {
    const label = "A piece of work with a rather long name";
    const work = Array.from({ length: 9 }, (_, index) => ({
      key: String(index),
      label,
      model: "m",
      intermediate: false,
      state: "running" as const,
      why: null,
      pauseReason: null,
      waitsFor: null,
      jobId: null,
    }));
    for (const columns of [30, 40, 60, 100]) {
      const out = stream({ isTTY: true, columns });
      createProgress(out.stream).show(session(stage("Synthesis", 3, 14, { work })));
      const [line = ""] = stripVTControlCharacters(out.pieces.join("")).split("\n");
      expect(line.length).toBeLessThan(columns);
    }
  });

  it("prints a note above the bars", () => {
    const out = stream({ isTTY: true, columns: 80 });
    const progress = createProgress(out.stream);
    progress.show(session(stage("Thesis", 1, 1)));
    progress.note("Is a worker running?");
    const text = stripVTControlCharacters(out.pieces.slice(1).join(""));
    expect(text).toMatch(/^Is a worker running\?\n {2}Thesis/);
  });
});
