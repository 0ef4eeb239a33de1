import { sha256 } from "#platform";
import type { PromptDocument } from "../assemble-prompt.ts";
import { hideAuthor } from "./hide-author.ts";
import { shuffledLabels } from "./shuffled-labels.ts";

/** The session whose models read the documents: it determines the letters and the names to hide. */
type Reading = { request: string; models: readonly string[]; proposals: number };

/** A document before it has a name: its type, its author, and the proposal that it descends from. */
type Unnamed = Writer & {
  markdown: string;
  /** The document's number in the session; if it has none yet, its position is used. */
  number?: number | null;
  /** The documents that a combined text combines, all of the same type. They determine its name and kind. */
  combines?: readonly Writer[] | undefined;
};
type Writer = { type: string; model: string; lineageModel: string | null; proposal?: number | null };
type ProposalOf = (model: string | null, proposal?: number | null) => string;

/**
 * Gives documents names that do not reveal the author: each document's number in the session, and the letter of its
 * proposal. A proposal keeps its letter in all stages, and its reviews have the same letter. Letters depend on content and
 * not on ids, so that an interrupted or repeated run assigns the same ones.
 */
export function nameDocuments(reading: Reading, documents: readonly Unnamed[]): PromptDocument[] {
  const { request, models } = reading;
  const labels = proposalLabels(reading);
  const proposalOf: ProposalOf = (model, proposal) =>
    labels.find((one) => one.model === model && one.proposal === (proposal ?? 1))?.label ?? "a proposal";
  return documents.map((document, index) => ({
    id: documentId(document.number, index),
    kind: document.combines?.[0]?.type ?? document.type,
    label: combinedLabel(document, proposalOf) ?? labelOf(document, proposalOf),
    text: hideAuthor({ text: document.markdown, models, authors: authorsOf(document), request }),
  }));
}

type ProposalLabel = { label: string; model: string; proposal: number };

/** The id of a document in prompts and answers: "D4". */
const documentId = (number: number | null | undefined, index: number): string => `D${number ?? index + 1}`;

/**
 * The labels of a session's proposals: the first proposals of all models, then their second proposals, and so on. The
 * models behind the labels of a stage are shown only when the stage is over.
 */
export function proposalLabels({ request, models, proposals }: Reading): ProposalLabel[] {
  const seed = sha256(request);
  const all = Array.from({ length: proposals }, (_, index) => models.map((model) => ({ model, proposal: index + 1 })));
  const labels = shuffledLabels({ seed, count: all.flat().length });
  return all.flat().map((one, index) => ({ ...one, label: labels[index] ?? "a proposal" }));
}

/** The models that wrote a document, and those whose proposals it is about: a review may name either. */
const authorsOf = ({ combines = [], ...document }: Writer & { combines?: readonly Writer[] | undefined }): string[] =>
  [document, ...combines].flatMap(({ model, lineageModel }) =>
    lineageModel === null ? [model] : [model, lineageModel],
  );

/** "Proposal A and Proposal B, combined". */
function combinedLabel({ combines = [] }: Unnamed, proposalOf: ProposalOf): string | undefined {
  const labels = [...new Set(combines.map((one) => labelOf(one, proposalOf)))];
  if (labels.length < 2) return labels[0] && `${labels[0]}, combined`;
  return `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}, combined`;
}

function labelOf({ type, model, lineageModel, proposal }: Writer, proposalOf: ProposalOf): string {
  switch (type) {
    case "thesis":
      return proposalOf(model, proposal);
    case "antithesis":
      return `Review of ${proposalOf(lineageModel, proposal)}`;
    case "pairwise_synthesis":
      return `Improvement of ${proposalOf(lineageModel, proposal)}`;
    case "reduced_synthesis":
      return `Improved version of ${proposalOf(lineageModel, proposal)}`;
    case "final_synthesis":
      return proposalOf(model).replace("Proposal", "Synthesis");
    default:
      // The title is not used, because it names the model.
      return type.replaceAll("_", " ");
  }
}
