import type { ContributionId } from "@dialectic/contract";
import { factsKnownAt, type GivenClaim } from "#documents";
import type { Tx } from "#platform";
import {
  type ContestedClaim,
  hideAuthorInPart,
  type PromptAnswer,
  type PromptClaim,
  type PromptFactBlock,
} from "#prompts";
import * as given from "./given.store.ts";

/** The numbered sections of a prompt: everything except its documents. */
export type PromptParts = {
  facts: PromptFactBlock[];
  claims: PromptClaim[];
  contested: ContestedClaim[];
  /**
   * Answers or defaults of questions that no document of the prompt asks. Answers to questions of the prompt's documents
   * are in `answersOf`.
   */
  answers: PromptAnswer[];
  answersOf: ReadonlyMap<ContributionId, PromptAnswer[]>;
  /** The claims that a synthesis has to judge. */
  toJudge: GivenClaim[];
};

export type PartsInput = given.Reading & {
  /** The documents of the prompt, each with its name in the prompt. */
  documents: readonly { id: ContributionId; name: string }[];
  /** Maps each document that a combined text replaces in the prompt to that combined text. */
  standIns?: ReadonlyMap<ContributionId, ContributionId> | undefined;
  /** Models whose names are hidden in the texts, unless the request mentions them. */
  models: readonly string[];
  request: string;
};

/**
 * The claims, answers and contested claims for one prompt. They are read as of the start of the prompt's stage, so that a
 * retry builds the same prompt.
 */
export async function promptParts(db: Tx, input: PartsInput): Promise<PromptParts> {
  const { documents, standIns, models, request } = input;
  const claims = await given.claimsFor(db, input);
  const questions = await given.questionsFor(db, input);
  const contested = await given.contestedFor(db, input);
  const hide: Hide = (text, model) => hideAuthorInPart({ text, models, authors: [model], request });
  const shownAs = (id: ContributionId) => standIns?.get(id) ?? id;
  const names = new Map(documents.map(({ id, name }) => [id, name]));
  const idOf = (id: ContributionId) => names.get(shownAs(id));
  // A question that several documents ask is shown next to the first of those that are in the prompt.
  const answers = questions.map((one) => ({
    of: one.askers.map(shownAs).find((id) => names.has(id)),
    answer: toAnswer(one, hide),
  }));
  const inPrompt = answers.flatMap(({ of, answer }) => (of ? [{ of, answer }] : []));
  const besides = new Map(
    [...Map.groupBy(inPrompt, ({ of }) => of)].map(([of, own]) => [of, own.map(({ answer }) => answer)]),
  );
  return {
    facts: await promptFacts(db, input),
    claims: claims.map((one) => ({
      id: `C${one.number}`,
      text: hide(one.text, one.model),
      documentId: idOf(one.contribution_id),
    })),
    contested: contested.map((one) => toContested(one, { hide, idOf })),
    answers: answers.filter(({ of }) => of === undefined).map(({ answer }) => answer),
    answersOf: besides,
    toJudge: claims.map(({ number, text, model }) => ({ number, text: hide(text, model) })),
  };
}

/** All accepted facts as prompts state them: grouped by block (facts of "project.budget" are under "Budget"). */
export async function promptFacts(db: Tx, input: Pick<PartsInput, "sessionId" | "asOf">): Promise<PromptFactBlock[]> {
  const facts = await factsKnownAt(db, input);
  return [...Map.groupBy(facts, ({ block }) => block)].map(([block, own]) => ({
    block: titleOf(block),
    facts: own.map(({ number, statement, said_by_user }) => ({
      id: `F${number}`,
      text: statement,
      by: said_by_user ? "person" : "model",
    })),
  }));
}

function titleOf(block: string): string {
  const [scope = "", name = ""] = block.split(".");
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return scope === "item" ? `${title} of items` : title;
}

type Hide = (text: string, author: string) => string;

function toAnswer({ number, text, model, otherwise, answer }: given.GivenQuestion, hide: Hide): PromptAnswer {
  const asked = { id: `Q${number}`, question: hide(text, model) };
  if (answer !== null) return { ...asked, answer };
  return { ...asked, otherwise: hide(otherwise, model) || "no default was given" };
}

function toContested(
  { number, text, model, verdicts, choice, note }: given.GivenContested,
  { hide, idOf }: { hide: Hide; idOf: (id: ContributionId) => string | undefined },
): ContestedClaim {
  return {
    id: `C${number}`,
    text: hide(text, model),
    verdicts: verdicts.flatMap(({ contributionId, verdict }) => {
      const documentId = idOf(contributionId);
      return documentId ? [{ documentId, verdict }] : [];
    }),
    choice: choice ? { verdict: choice, because: note || undefined } : undefined,
  };
}
