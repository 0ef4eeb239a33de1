import { type Enrichment, formatDollars, type KeyQuestion, type LedgerRecord } from "@dialectic/contract";

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
const reasons: Record<KeyQuestion["why"], string> = {
  empty: "",
  conflict: "facts contradict each other",
  document: "a document asks",
  added: "",
};

/** Two lines per question: its text, and the id to use in an answer. */
export const describeQuestionList = (questions: readonly KeyQuestion[]): string =>
  questions.length === 0
    ? "There are no open questions."
    : questions
        .map(({ id, question, valueType, status, why, model }) => {
          const marks = [
            ...(reasons[why] ? [reasons[why]] : []),
            ...(model ? [`asked by ${model}`] : []),
            ...(status === "deferred" ? ["you did not know"] : []),
          ];
          return `${oneLine(question)}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}\n    ${id}${valueType ? `: ${valueType}` : ""}`;
        })
        .join("\n");

export const describeRecord = ({ id, kind, block, text, status, by }: LedgerRecord): string =>
  `${kind} in ${block}${by === "model" ? ", by a model" : ""}${status === "resolved" ? ", resolved" : ""}: ${oneLine(text)}\n    ${id}`;

export function describeEnrichment({ model, status, added, refused, spend, createdAt }: Enrichment): string {
  const lines = refused.map(
    ({ reason, operation }) =>
      `    refused (${reason.replaceAll("-", " ")}): ${JSON.stringify(operation).slice(0, 200)}`,
  );
  return [
    `${createdAt}  ${status}  ${model}: ${added} added, ${refused.length} refused, ${formatDollars(spend)}`,
    ...lines,
  ].join("\n");
}
