import type { SessionId } from "@dialectic/contract";
import type { Tx } from "#platform";
import { createLinker, type ReadNumbers } from "../links/create-linker.ts";
import { requirementTitles } from "../links/requirements.ts";
import { findReadable } from "../read-documents.store.ts";
import type { IterationRow, ReadableDocument } from "../tree/iterations.store.ts";
import { constructPath } from "../tree/paths/construct-path.ts";
import type { TreeFile } from "../tree/project-tree.store.ts";
import { findArtifact, findPlan } from "./find-plan.ts";
import { planFile, type Undecided } from "./plan-file.ts";
import { worstRisks } from "./risks.ts";

/** Implemented in the review module, which is above this one, and passed in. */
export type ReadUndecided = (db: Tx, sessionId: SessionId) => Promise<Undecided>;

const mostRisks = 8;

/**
 * The contested claims that the plan does not follow: the person's choice or, without a choice, the verdict of the plan's author
 * is not `kept`. This includes merged claims, because a merged claim was changed in answer to the objections to it.
 */
const notFollowed = ({ contested }: Undecided, author: string): number[] =>
  contested.flatMap(({ number, verdicts, choice }) => {
    const verdict = choice ?? verdicts.find(({ model }) => model === author)?.verdict;
    return verdict === undefined || verdict === "kept" ? [] : [number];
  });

/** Returns `plan.md` for a finished iteration, or undefined if the iteration wrote no documents. */
export async function readPlanFile(
  db: Tx,
  input: {
    name: string;
    notes: readonly string[];
    at: IterationRow;
    documents: readonly ReadableDocument[];
    cards: readonly { title: string; path: string }[];
  },
  sources: { readNumbers: ReadNumbers; readUndecided: ReadUndecided },
): Promise<TreeFile | undefined> {
  const { at } = input;
  const parts = findPlan(at, input.documents);
  const [first] = parts;
  if (!first) return undefined;
  const textOf = async (document: ReadableDocument | undefined) =>
    document ? ((await findReadable(db, document.document_id))?.markdown ?? null) : null;
  const textsOf = async (documents: readonly ReadableDocument[]) => {
    const texts: string[] = [];
    for (const document of documents) texts.push((await textOf(document)) ?? "");
    return texts;
  };
  const own = input.documents.filter((one) => one.session_id === at.session_id && one.iteration <= at.iteration);
  const partOf = (artifact: string) => parts.find((one) => one.artifact === artifact);
  const requirements =
    findArtifact(own, "technical-requirements", at.lead_model) ?? findArtifact(own, "requirements", at.lead_model);
  const undecided = await sources.readUndecided(db, at.session_id);
  // If several models name the same risk, the plan shows the response of the model that wrote the plan.
  const registers = own
    .filter(({ artifact }) => artifact === "risk-register")
    .toSorted((one, other) => Number(other.model === at.lead_model) - Number(one.model === at.lead_model));
  const linker = await createLinker(db, { sessionId: at.session_id }, sources.readNumbers);
  const path = constructPath({ kind: "plan" });
  const text = planFile({
    name: input.name,
    notes: input.notes,
    recommendation: await textOf(partOf("recommendation")),
    milestones: await textOf(partOf("milestones")),
    others: parts.some(({ artifact }) => artifact !== null) ? [] : await textsOf(parts),
    requirements: requirementTitles((await textOf(requirements)) ?? ""),
    risks: worstRisks(await textsOf(registers), {
      most: mostRisks,
      notFollowed: notFollowed(undecided, at.lead_model),
    }),
    undecided,
    cards: input.cards,
    // Ids are resolved as in the first document of the plan, because that document was written last.
    link: (markdown) => linker.elsewhere({ source: first.path, from: path }, markdown),
  });
  return { path, text };
}
