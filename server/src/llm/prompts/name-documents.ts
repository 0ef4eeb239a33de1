import { sha256 } from "#platform";
import type { PromptDocument } from "./assemble-prompt.ts";
import { hideAuthor } from "./hide-author.ts";
import { shuffledLabels } from "./shuffled-labels.ts";

/** The session that reads them: what the letters are dealt by, and whose names are hidden. */
type Reading = { request: string; models: readonly string[]; proposals: number };

/** A document before it has a name: its type, who wrote it, and whose proposal it descends from (which one, if there are several). */
type Unnamed = Writer & {
  markdown: string;
  /** Its number in the session; by its place where it has none yet. */
  number?: number | null;
  /** Those that a combined text stands for, all of one type: it is called after them, and is of their kind. */
  combines?: readonly Writer[] | undefined;
};
type Writer = { type: string; model: string; lineageModel: string | null; proposal?: number | null };
type ProposalOf = (model: string | null, proposal?: number | null) => string;

/**
 * Documents under names that do not tell who wrote them: the number that each has in the session, and the letter of the
 * proposal it is about. Letters are dealt once for all stages, so that a review and its proposal never part; by content
 * and not by id, so that a run that was interrupted, or repeated, deals them the same way.
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
    text: hideAuthor({ text: document.markdown, models, request }),
  }));
}

type ProposalLabel = { label: string; model: string; proposal: number };

/** How prompts and answers refer to a document: "D4". */
const documentId = (number: number | null | undefined, index: number): string => `D${number ?? index + 1}`;

/** Which label each proposal of a session has, the first of all models before the second of any: told when a stage is over. */
export function proposalLabels({ request, models, proposals }: Reading): ProposalLabel[] {
  const seed = sha256(request);
  const all = Array.from({ length: proposals }, (_, index) => models.map((model) => ({ model, proposal: index + 1 })));
  const labels = shuffledLabels({ seed, count: all.flat().length });
  return all.flat().map((one, index) => ({ ...one, label: labels[index] ?? "a proposal" }));
}

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
      // Never the title: it names the model.
      return type.replaceAll("_", " ");
  }
}
