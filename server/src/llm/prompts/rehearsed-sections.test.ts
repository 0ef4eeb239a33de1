import { expect, it } from "vitest";
import { askRehearsalModel } from "#rehearsed";
import { assemblePrompt } from "./assemble-prompt.ts";
import { furtherProposal } from "./further-proposal.ts";

it("the rehearsal models read every section of a prompt", async () => {
  const { instructions, user } = assemblePrompt({
    nonce: "0123456789ab",
    instructions: "# Your role: merge\n\nBe exact.",
    overlay: "Council rules apply at night.",
    request: "Ana plans a dinner for 80 guests in the Mill Hall on 3 May 2027.",
    facts: [{ block: "Venue", facts: [{ id: "F5", text: "The Mill Hall has no steps", by: "person" }] }],
    answers: [{ id: "Q6", question: "How much may the dinner cost at the very most?", answer: "5,000 EUR" }],
    documents: [
      {
        id: "D1",
        kind: "thesis",
        label: "Proposal A",
        text: "# Claims\n\n- C: Seat everybody at one table.\n- C: Serve twice.",
        feedback: "No candles in the hall.",
        answers: [{ id: "Q7", question: "Who cooks?", otherwise: "assume a caterer" }],
      },
    ],
    claims: [
      { id: "C3", documentId: "D1", text: "Seat everybody at one table." },
      { id: "C4", documentId: "D1", text: "Serve twice." },
    ],
    contested: [
      {
        id: "C4",
        text: "Serve twice.",
        verdicts: [
          { documentId: "D8", verdict: "kept" },
          { documentId: "D9", verdict: "rejected" },
        ],
        choice: { verdict: "rejected", because: "it gets cold" },
      },
    ],
    feedback: [{ about: "the stage Thesis", text: "Begin with the guests." }],
    task: {
      stage: "synthesis",
      step: "final",
      text: "Merge.",
      artifacts: [
        { title: "Requirements", words: 1200, about: "" },
        { title: "Resolved positions", words: 900, about: "" },
      ],
    },
  });
  const { text } = await askRehearsalModel("atlas", { instructions, messages: [{ role: "user", content: user }] });
  for (const trace of [
    "“merge”",
    "“Council rules apply at night”",
    "[F5]",
    "[Q6] is answered with “5,000 EUR”",
    "Assumption: “assume a caterer”, because [Q7]",
    "The feedback on [D1]: “No candles in the hall”",
    "The feedback on the stage Thesis: “Begin with the guests”",
    "| [C3] Seat everybody at one table. |",
    "| [C4] Serve twice. | rejected |",
  ]) {
    expect(text).toContain(trace);
  }
});

it("prompts for later proposals ask for a different proposal; the prompt for the first proposal does not", async () => {
  const claimsOf = async (proposal: number | null) => {
    const { instructions, user } = assemblePrompt({
      nonce: "0123456789ab",
      instructions: "# Your role: propose\n\nBe exact.",
      request: "Ana plans a dinner for 80 guests in the Mill Hall on 3 May 2027. It may cost 5,000 EUR.",
      documents: [],
      task: {
        stage: "thesis",
        step: "propose",
        text: ["Propose.", furtherProposal({ proposal, proposals: 4 })].join("\n\n"),
        artifacts: [{ title: "Claims", words: 500, about: "" }],
      },
    });
    const messages = [{ role: "user" as const, content: user }];
    return (await askRehearsalModel("atlas", { instructions, messages })).text;
  };
  const [only, ...several] = await Promise.all([null, 1, 2, 3, 4].map(claimsOf));
  expect(several[0]).toBe(only);
  expect(new Set(several).size).toBe(4);
  expect(furtherProposal({ proposal: 3, proposals: 4 })).toBe(
    "This is proposal 3 of 4 that you are asked for: its main choices must differ from those you would propose first or second.",
  );
});
