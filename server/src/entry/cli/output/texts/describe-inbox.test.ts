import { Inbox, type InboxItem, inboxKinds } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../create-program.ts";
import { commandsFor, describeInbox, describeItem } from "./describe-inbox.ts";

const id = (n: number) => `01890a5d-ac96-774b-bcce-${n.toString().padStart(12, "0")}`;
const [sessionId, jobId, documentId, cardId, projectId] = [id(1), id(2), id(3), id(4), id(5)];
const at = { sessionId, stage: "synthesis" };
const error = { label: "Merge 3", code: "provider_refused", message: "The provider refused the request." };

/** One item of each kind, with its text and commands. */
const cases: [kind: InboxItem["kind"], data: object, actions: object[], said: string, typed: string[]][] = [
  [
    "approval",
    { jobId, label: "Merge 3", model: "a/b", amount: "104000" },
    [{ do: "approve", jobId, amount: "104000" }],
    "Merge 3 may cost up to $0.104 and needs your approval.",
    [`jobs approve ${jobId} 0.104`],
  ],
  [
    "funds",
    { jobs: 2, amount: "600000", limit: "wallet", shortBy: "350000", ahead: "2100000" },
    [{ do: "top-up", amount: "3000000" }],
    "Paused: 2 jobs need $0.60, $0.35 more than the wallet has. Jobs that have waited longer need $2.10 first.",
    ["wallet top-up 3"],
  ],
  [
    "funds",
    { jobs: 1, amount: "600000", limit: "budget", shortBy: "100000", ahead: "0" },
    [{ do: "raise-budget", sessionId, cap: "2000000" }],
    "Paused: 1 job needs $0.60, $0.10 more than the budget has.",
    [`wallet budget ${sessionId} 2`],
  ],
  [
    "paused",
    { jobId, label: "Synthesis", isStage: true },
    [{ do: "resume-stage", ...at }],
    "Synthesis is paused. Resume it to continue.",
    [`stage resume ${sessionId} synthesis`],
  ],
  [
    "paused",
    { jobId, label: "Merge 3", isStage: false },
    [{ do: "resume-job", jobId }],
    "Merge 3 is paused.",
    [`jobs resume ${jobId}`],
  ],
  [
    "failed",
    error,
    [{ do: "retry-stage", ...at }],
    "Synthesis failed. Merge 3: The provider refused the request. Finished documents are kept; retry to write what is missing.",
    [`stage retry ${sessionId} synthesis`],
  ],
  [
    "job-failed",
    { ...error, jobId, kind: "render" },
    [{ do: "retry-job", jobId }],
    "Merge 3 could not be rendered. The provider refused the request.",
    [`jobs retry ${jobId}`],
  ],
  [
    "submit",
    { documents: 3, questions: 1, claims: 2, findings: 0 },
    [{ do: "submit-stage", ...at }],
    "Synthesis is finished with 3 documents, 1 open question, 2 contested claims. Read it, then submit it.",
    [`stage submit ${sessionId} synthesis`],
  ],
  [
    "start",
    { expected: "220000" },
    [{ do: "start-stage", ...at }],
    "Synthesis can start; expected cost about $0.22.",
    [`stage generate ${sessionId} synthesis`],
  ],
  [
    "questions",
    { count: 2, first: "Who owns it?" },
    [{ do: "answer", ...at, numbers: [4, 7] }],
    "2 questions without an answer: Who owns it?",
    [`session questions ${sessionId}`, `session answer ${sessionId} Q4 ANSWER`],
  ],
  [
    "claims",
    { count: 1, first: "The floor carries it." },
    [{ do: "choose", ...at, numbers: [9] }],
    "The syntheses disagree on 1 claim: The floor carries it.",
    [`session choose ${sessionId} C9 VERDICT`],
  ],
  [
    "findings",
    {
      documentId,
      title: "Synthesis",
      model: "a/b",
      count: 2,
      first: { code: "artifact_missing", artifact: "risks", details: { title: "Risks" } },
    },
    [
      { do: "review-document", documentId },
      { do: "accept-findings", documentId },
    ],
    "Synthesis has 2 findings. The required part “Risks” is missing.",
    [`doc show ${documentId}`, `doc accept ${documentId}`],
  ],
  [
    "card",
    { cardId, number: 3, title: "Venue", column: "pending", why: "unplanned" },
    [
      { do: "keep-card", cardId },
      { do: "drop-card", cardId },
    ],
    "Card 3, Venue: the plan no longer contains it. Keep it or drop it.",
    [`board keep 3 --project ${projectId}`, `board drop 3 --project ${projectId}`],
  ],
];

const inbox = Inbox.parse({
  items: cases.map(([kind, data, actions], n) => ({
    id: `${kind}:${n}`,
    kind,
    projectId,
    projectName: "A garden",
    sessionId,
    stage: "synthesis",
    stageName: "Synthesis",
    iteration: 1,
    since: "2026-11-17T05:30:00.000Z",
    data,
    actions,
  })),
  counts: { failed: 1, funds: 2 },
  total: 3,
  next: null,
});

describe("the inbox on the command line", () => {
  it.each(cases.map(([kind, , , said, typed], n) => [kind, said, typed, n] as const))("%s: %s", (_, said, typed, n) => {
    const item = inbox.items[n];
    expect(item && [describeItem(item), commandsFor(item)]).toEqual([said, typed]);
  });

  it("names only commands that exist, for every kind of item", () => {
    expect(new Set(cases.map(([kind]) => kind))).toEqual(new Set(inboxKinds));
    const program = createProgram(() => async () => undefined);
    for (const words of inbox.items.flatMap(commandsFor)) {
      const [noun, verb] = words.split(" ");
      const found = program.commands.find((one) => one.name() === noun)?.commands.find((one) => one.name() === verb);
      expect(found?.name(), words).toBe(verb);
    }
  });

  it("starts with the counts, then lists each item with its project, stage, time and commands", () => {
    const text = describeInbox({ ...inbox, items: inbox.items.slice(5, 6) }, (words) => `"dialectic ${words}"`);
    expect(text).toBe(
      [
        "3 items need you: 2 short of funds, 1 failed.",
        "",
        "A garden · Synthesis · 2026-11-17 05:30",
        "  Synthesis failed. Merge 3: The provider refused the request. Finished documents are kept; retry to write what is missing.",
        `  "dialectic stage retry ${sessionId} synthesis"`,
      ].join("\n"),
    );
    expect(describeInbox({ items: [], counts: {}, total: 0, next: null }, String)).toBe("Nothing needs you.");
  });
});
