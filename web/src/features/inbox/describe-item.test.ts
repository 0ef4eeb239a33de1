import { InboxItem, type InboxKind, inboxKinds } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { describeItem, describeLoss, nameAction } from "./describe-item.ts";

const id = (n: number) => `01890a5d-ac96-774b-bcce-${n.toString().padStart(12, "0")}`;
const [sessionId, jobId, documentId, cardId] = [id(1), id(2), id(3), id(4)];
const at = { sessionId, stage: "synthesis" };
const error = { label: "Merge 3", code: "provider_refused", message: "The provider refused the request." };

const make = (kind: InboxKind, data: object, actions: object[]): InboxItem =>
  InboxItem.parse({
    id: `${kind}:1`,
    kind,
    projectId: id(5),
    projectName: "A garden",
    sessionId,
    stage: "synthesis",
    stageName: "Synthesis",
    iteration: 1,
    since: "2026-11-17T05:30:00Z",
    data,
    actions,
  });

const submit = (open: object) =>
  make("submit", { documents: 3, questions: 0, claims: 0, findings: 0, ...open }, [{ do: "submit-stage", ...at }]);

const cases: [item: InboxItem, title: string, text: string, buttons: (string | null)[]][] = [
  [
    make("approval", { jobId, label: "Merge 3", model: "a/b", amount: "104000" }, [
      { do: "approve", jobId, amount: "104000" },
    ]),
    "Paused before spending",
    "Merge 3 may cost up to $0.104. Nothing is spent until you approve it.",
    ["Approve $0.104"],
  ],
  [
    make("funds", { jobs: 2, amount: "600000", limit: "wallet", shortBy: "350000", ahead: "2100000" }, [
      { do: "top-up", amount: "3000000" },
    ]),
    "$0.35 short",
    "2 jobs need $0.60, and jobs that have waited longer need $2.10 first. Add money, and work continues automatically.",
    ["Add $3.00"],
  ],
  [
    make("funds", { jobs: 1, amount: "600000", limit: "budget", shortBy: "350000", ahead: "0" }, [
      { do: "raise-budget", sessionId, cap: "2000000" },
    ]),
    "The budget is reached",
    "1 job needs $0.60. Raise the budget, and work continues automatically.",
    ["Raise to $2.00"],
  ],
  [
    make("paused", { jobId, label: "Synthesis", isStage: true }, [{ do: "resume-stage", ...at }]),
    "Synthesis is paused",
    "You paused this stage. Resume it to continue.",
    ["Resume"],
  ],
  [
    make("failed", error, [{ do: "retry-stage", ...at }]),
    "Synthesis failed",
    "Merge 3: The provider refused the request. Finished documents are kept.",
    ["Retry"],
  ],
  [
    make("job-failed", { ...error, jobId, kind: "render" }, [{ do: "retry-job", jobId }]),
    "A document could not be rendered",
    "Merge 3: The provider refused the request.",
    ["Retry"],
  ],
  [submit({}), "Synthesis is ready to submit", "3 documents, nothing open.", ["Submit"]],
  [
    submit({ questions: 2, claims: 1 }),
    "Synthesis is ready to submit",
    "3 documents, 2 open questions, 1 contested claim.",
    ["Submit"],
  ],
  [
    make("start", { expected: "220000" }, [{ do: "start-stage", ...at }]),
    "Synthesis can start",
    "The previous stage is submitted.",
    ["Start ≈ $0.22"],
  ],
  [
    make("start", { expected: "0" }, [{ do: "start-stage", ...at }]),
    "Synthesis can start",
    "The previous stage is submitted.",
    ["Start"],
  ],
  [
    make("questions", { count: 2, first: "Who owns it?" }, [{ do: "answer", ...at, numbers: [4, 7] }]),
    "2 questions are open",
    "Who owns it?",
    [null],
  ],
  [
    make("claims", { count: 1, first: "The floor carries it." }, [{ do: "choose", ...at, numbers: [9] }]),
    "The syntheses disagree on a claim",
    "The floor carries it.",
    [null],
  ],
  [
    make(
      "findings",
      {
        documentId,
        title: "Thesis",
        model: "a/b",
        count: 3,
        first: { code: "artifact_missing", artifact: "risks", details: { title: "Risks" } },
      },
      [
        { do: "review-document", documentId },
        { do: "accept-findings", documentId },
      ],
    ),
    "Thesis is not complete",
    "The required part “Risks” is missing. 2 more findings.",
    [null, "Accept as it is"],
  ],
  [
    make("card", { cardId, number: 3, title: "Venue", column: "pending", why: "unplanned" }, [
      { do: "keep-card", cardId },
      { do: "drop-card", cardId },
    ]),
    "Card 3, Venue",
    "The plan no longer contains it.",
    ["Keep", "Drop"],
  ],
];

const plain = (text: string): string => text.replaceAll("\u00a0", " ");

describe("an inbox item", () => {
  it.each(cases.map(([item, title, text, buttons]) => [item.kind, title, text, buttons, item] as const))(
    "of the kind %s has the title: %s",
    (_, title, text, buttons, item) => {
      const said = describeItem(item);
      const named = item.actions.map((action) => nameAction(action, item)?.label ?? null);
      expect([plain(said.title), plain(said.text), named.map((name) => name && plain(name))]).toEqual([
        title,
        text,
        buttons,
      ]);
    },
  );

  it("is tested for every kind", () => {
    expect(new Set(cases.map(([item]) => item.kind))).toEqual(new Set(inboxKinds));
  });

  it("asks for a confirmation only if something would be lost permanently", () => {
    const asked = cases.flatMap(([item]) =>
      item.actions.flatMap((action) => {
        const loss = describeLoss(action, item);
        return loss ? [[action.do, plain(loss.text), loss.confirm]] : [];
      }),
    );
    expect(asked).toEqual([
      [
        "submit-stage",
        "It has 2 open questions, 1 contested claim. Unanswered questions get their defaults. The next stage decides contested claims.",
        "Submit anyway",
      ],
      ["drop-card", "The card is removed from the board permanently.", "Drop the card"],
    ]);
  });
});
