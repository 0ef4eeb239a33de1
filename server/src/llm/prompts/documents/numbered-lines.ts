/**
 * Facts, answered questions and claims of a session, to which a text can refer by number. Each is one line, in a format
 * that models read as prose and programs can parse. The caller assigns the F, Q and C numbers.
 */

export type PromptFact = {
  /** "F3" */
  id: string;
  text: string;
  by: "person" | "model";
  /** The facts that this fact conflicts with, while the conflict is open. */
  conflictsWith?: readonly string[] | undefined;
};

export type PromptFactBlock = { block: string; facts: readonly PromptFact[] };

/** A question that the documents raised. Without an answer its default applies. */
export type PromptAnswer = { id: string; question: string; answer: string } | PromptDefault;
type PromptDefault = { id: string; question: string; answer?: undefined; otherwise: string };

/** `documentId` names the document that makes the claim, if that document is in the prompt. */
export type PromptClaim = { id: string; text: string; documentId?: string | undefined };

type ClaimVerdict = "kept" | "merged" | "rejected" | "open";

/** A claim that the syntheses judge differently, with the person's choice, if there is one. */
export type ContestedClaim = {
  id: string;
  text: string;
  verdicts: readonly { documentId: string; verdict: ClaimVerdict }[];
  choice?: { verdict: ClaimVerdict; because?: string | undefined } | undefined;
};

export function factLines(blocks: readonly PromptFactBlock[]): string {
  return blocks
    .filter(({ facts }) => facts.length > 0)
    .map(({ block, facts }) => [`${onOneLine(block)}:`, ...facts.map(factLine)].join("\n"))
    .join("\n\n");
}

function factLine({ id, text, by, conflictsWith = [] }: PromptFact): string {
  const said = by === "person" ? "said by you" : "proposed by a model";
  const open = conflictsWith.length === 0 ? "" : `; open conflict with ${conflictsWith.map(inBrackets).join(", ")}`;
  return `- ${inBrackets(id)} ${onOneLine(text)} (${said}${open})`;
}

export const answerLines = (answers: readonly PromptAnswer[]): string =>
  answers
    .map((one) => {
      const end =
        one.answer === undefined ? `unanswered: ${onOneLine(one.otherwise)}` : `answered: ${inTheirWords(one.answer)}`;
      return `- ${inBrackets(one.id)} ${onOneLine(one.question)} — ${end}`;
    })
    .join("\n");

export const claimLines = (claims: readonly PromptClaim[]): string =>
  claims
    .map(({ id, text, documentId }) => `- ${inBrackets(id)} ${documentId ? `(${documentId}) ` : ""}${onOneLine(text)}`)
    .join("\n");

export const contestedLines = (claims: readonly ContestedClaim[]): string =>
  claims
    .map(({ id, text, verdicts, choice }) => {
      const judged = verdicts.map(({ documentId, verdict }) => `${inBrackets(documentId)} ${verdict}`).join(", ");
      const because = choice?.because ? `, because ${inTheirWords(choice.because)}` : "";
      return `- ${inBrackets(id)} ${onOneLine(text)} — ${judged} — chosen: ${choice ? `${choice.verdict}${because}` : "not yet"}`;
    })
    .join("\n");

const inBrackets = (id: string): string => `[${id}]`;

/** A person's text with its line breaks. Every line after the first is quoted, so that it cannot forge a number. */
const inTheirWords = (text: string): string => text.trim().split(lineBreak).join("\n  > ");
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** A line break in a text would start a new line, which could forge a number. */
const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
