import { ApiError, type RunSummary, type Session, type StageRun } from "@dialectic/contract";
import { CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { AppError } from "#platform";
import { createProgram } from "./create-program.ts";
import { helpAsOption } from "./help-as-option.ts";
import { asTyped } from "./input/program-name.ts";
import { explain, FailedWithResult, Interrupted } from "./output/explain.ts";
import { list, table } from "./output/table.ts";
import { missing } from "./output/texts/describe-session.ts";
import { sessionStatusText } from "./run/session-status-text.ts";
import { describeSummary } from "./run/summarize-run.ts";

describe("explain", () => {
  it.each([
    [new AppError("port_taken", "Port 1 is taken."), "port_taken", 15, "Port 1 is taken."],
    [
      new ApiError({ type: "x", title: "x", status: 404, code: "not_found", detail: "There is no job 7." }),
      "not_found",
      3,
      "There is no job 7.",
    ],
    [
      new CommanderError(1, "commander.unknownOption", "error: unknown option '--x'\n(Did you mean --y?)"),
      "invalid_input",
      2,
      'Unknown option "--x": did you mean --y? Add --help for usage.',
    ],
    [
      new CommanderError(1, "commander.missingArgument", "error: missing required argument 'session'"),
      "invalid_input",
      2,
      'Missing required argument "session". Run "dialectic session list" to list them. Add --help for usage.',
    ],
    [
      new CommanderError(1, "commander.missingArgument", "error: missing required argument 'column'"),
      "invalid_input",
      2,
      'Missing required argument "column". Add --help for usage.',
    ],
    [new Interrupted("The run is kept."), "run_paused", 130, "The run is kept."],
    [
      new Error("it broke.\n    at a.ts:1:2"),
      "internal",
      1,
      "Unexpected error: it broke. Run the command again with DIALECTIC_LOG=debug for details.",
    ],
    [
      "a string",
      "internal",
      1,
      "Unexpected error: a string. Run the command again with DIALECTIC_LOG=debug for details.",
    ],
  ])("%s", (thrown, code, exit, sentence) => {
    expect(explain(thrown)).toMatchObject({ code, exit, sentence });
  });

  it("keeps the result of a failed command", () => {
    const failed = new FailedWithResult(new AppError("run_failed", "It failed."), { calls: 3 });
    expect(explain(failed)).toMatchObject({ exit: 20, sentence: "It failed.", result: { calls: 3 } });
  });
});

describe("commands in messages", () => {
  it.each([
    ['Run "dialectic migrate" once.', 'Run "npm start -- migrate" once.'],
    ['Start "dialectic" first, then "dialectic jobs list".', 'Start "npm start" first, then "npm start -- jobs list".'],
    ["The data of dialectic is kept.", "The data of dialectic is kept."],
  ])("are written as the user types them: %s", (text, throughNpm) => {
    expect(asTyped(text, { npm_lifecycle_event: "start" })).toBe(throughNpm);
    expect(asTyped(text, { npm_lifecycle_event: "test" })).toBe(text);
  });
});

describe("the status of a session", () => {
  const stages = [{ stage: "synthesis", done: 8, expected: 14, error: "the model refused." }];
  it.each([
    ["running", "running: synthesis 8 of 14"],
    ["awaiting_feedback", "waiting for you: synthesis is finished"],
    ["paused", "paused: synthesis 8 of 14"],
    ["failed", "failed: synthesis, the model refused."],
    ["iteration_complete", "finished"],
  ] as const)("is described in words: %s", (status, words) => {
    expect(sessionStatusText({ status, currentStage: "synthesis", stages })).toBe(words);
  });
});

describe("the summary of a run", () => {
  const path = "session_1f0c9a2e/iteration_1/4_parenthesis/rehearsal~2fatlas_1_parenthesis.md";
  const summary = {
    projectId: "p",
    sessionId: "s",
    status: "iteration_complete",
    stages: [
      { stage: "parenthesis", calls: 1, requests: 1, documents: [{ path, model: "rehearsal/atlas", chunks: 1 }] },
    ],
    calls: 22,
    requests: 22,
    spent: "0",
    quote: null,
    out: "/a/plan",
    unrendered: [],
    plan: { iteration: 1, documents: [], command: "dialectic session plan s" },
    board: { cards: 2, command: "dialectic board show hedge" },
    export: { command: "dialectic export hedge" },
  } as unknown as RunSummary;
  const unfinished = { plan: null, board: null, export: null };
  const session = (status: string) => ({ id: "s", status, currentStage: "parenthesis", iteration: 1 }) as Session;

  it("counts calls, names the file to open first, and keeps lines within 64 characters", () => {
    const text = describeSummary(summary, session("iteration_complete"), "");
    expect(text).toContain("The files are in\n  /a/plan/session_1f0c9a2e/iteration_1\n");
    expect(text).toContain("The plan is finished: 22 model calls, nothing spent.\n");
    expect(text).toContain("Open this first:\n  /a/plan/plan.md\n");
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(64);
  });

  it("does not call a plan finished if a document could not be rendered", () => {
    const failed = { jobId: "j", label: "Render thesis of atlas", message: "The disk is full." };
    const unrendered = { ...summary, unrendered: [failed] } as RunSummary;
    const text = describeSummary(unrendered, session("iteration_complete"), "");
    expect(text).toContain("Every stage is written, but 1 document could not be rendered: 22 model");
    const both = describeSummary({ ...unrendered, findings: 2 }, session("iteration_complete"), "");
    expect(both).toContain("Every stage is written, with 2 findings, but 1 document could not");
    const stopped = describeSummary({ ...unrendered, ...unfinished }, session("awaiting_feedback"), "");
    expect(stopped).toContain("Every stage up to parenthesis is written, but 1 document could not be rendered: 22");
  });

  it("names the commands for the plan, the board and the export, but omits an empty board", () => {
    const text = describeSummary(summary, session("iteration_complete"), "");
    expect(text.split("\n\n").slice(-3)).toEqual([
      "To read the plan here:\n  dialectic session plan s",
      "To see the work, 2 cards:\n  dialectic board show hedge",
      "To export everything as one file:\n  dialectic export hedge",
    ]);
    const without = describeSummary(
      { ...summary, board: { cards: 0, command: "" } },
      session("iteration_complete"),
      "",
    );
    expect(without).not.toContain("To see the work");
  });

  it("names each stage's iteration if the stages are from different iterations", () => {
    const later = path.replace("iteration_1/4_parenthesis", "iteration_2/5_paralysis");
    const documents = [{ path: later, model: "rehearsal/atlas", chunks: 1 }];
    const stages = [...summary.stages, { stage: "paralysis", calls: 1, requests: 1, documents }];
    const text = describeSummary({ ...summary, stages } as RunSummary, session("iteration_complete"), "");
    expect(text).toContain("The files are in\n  /a/plan/session_1f0c9a2e\n");
    expect(text).toMatch(/^parenthesis .* iteration_1\/4_parenthesis\/$/m);
    expect(text).toMatch(/^paralysis .* iteration_2\/5_paralysis\/$/m);
  });

  it("shows the number of requests if it exceeds the number of calls, and says how to continue a waiting session", () => {
    const text = describeSummary(
      { ...summary, ...unfinished, requests: 25 },
      session("awaiting_feedback"),
      '"dialectic stage submit s"',
    );
    expect(text).toContain("parenthesis is finished. In all stages so far: 22 model calls in 25 requests (");
    expect(text).toContain(`Open this first:\n  /a/plan/${path}`);
    expect(text).toMatch(/To continue:\n {2}"dialectic stage submit s"$/);
  });
});

describe("tables", () => {
  it("align their columns, print one line per row, and say so if there are no rows", () => {
    expect(
      table(
        ["id", "name"],
        [
          ["1", "short"],
          ["22", "two\nlines"],
        ],
      ),
    ).toBe("ID  NAME\n1   short\n22  two lines");
    expect(table(["id"], [])).toBe("Nothing to show.");
    expect(
      list([
        ["id", "1"],
        ["status", "ready"],
      ]),
    ).toBe("id      1\nstatus  ready");
  });

  it("shorten texts to fit the terminal, but never numbers, ids or paths", () => {
    const id = "01a2b3c4-0000-7000-8000-000000000001";
    const rows = [
      [id, "a title of many words that goes on", "12", "a/path/that/is/long"],
      [id, "short", "3", ""],
    ];
    const lines = (room: number | undefined) => table(["id", "title", "n", "path"], rows, room).split("\n");
    expect(lines(undefined)[1]).toContain("that goes on  12");
    expect(lines(80)[1]).toMatch(/^01a2b3c4-[0-9-]{27} {2}a title of many… +12 {2}a\/path\/that\/is\/long$/);
    expect(Math.max(...lines(80).map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines(20)[1]).toMatch(/^01a2b3c4-[0-9-]{27} {2}a title of… +12 {2}a\/path\/that\/is\/long$/);
    for (const whole of ["a/path/that/is/long", "2026-11-16 10:34"]) {
      expect(table(["made"], [[whole]], 10)).toBe(`MADE\n${whole}`);
    }
    const two = table(["a", "b"], [["many words in this one", "and as many in that one"]], 30).split("\n")[1];
    expect(two).toMatch(/^many words in… {2}and as many i…$/);
  });

  it("stay aligned if a cell has a colour", () => {
    expect(table(["a", "b"], [["\x1b[32mok\x1b[0m", "x"]]).split("\n")[1]).toBe("\x1b[32mok\x1b[0m  x");
  });
});

describe("missing work of a stage", () => {
  const work = (label: string, why: string | null) => ({ label, why }) as StageRun["work"][number];

  it("is listed below its reason, and each reason is printed once", () => {
    const lost = "Combine notes: The provider is out of order.";
    const stage = { name: "Merge", error: lost, work: [work("A", lost), work("B", lost), work("C", null)] };
    expect(missing(stage)).toEqual([`Missing in Merge:\n  A, B: ${lost}`]);
    expect(missing({ ...stage, work: [work("A", "Cancelled.")] })[0]).toBe(`Merge failed: ${lost}`);
  });
});

describe("helpAsOption", () => {
  const program = createProgram(() => async () => undefined);

  it.each([
    ["help", "--help"],
    ["help run", "run --help"],
    ["help board move", "board move --help"],
    ["board help move", "board move --help"],
    ["session help", "session --help"],
    ["help models key set", "models key set --help"],
    ["help rnu", "rnu --help"],
    ["run help", "run help"],
    ["project create help --name help", "project create help --name help"],
    ["", ""],
  ])("turns %j into %j", (typed, meant) => {
    expect(helpAsOption(program, typed.split(" ")).join(" ")).toBe(meant);
  });

  it("suggests a similar verb if the typed verb does not exist", () => {
    expect(() => helpAsOption(program, ["help", "board", "mvoe"])).toThrow('did you mean "board move"?');
  });
});
