import { crashPoint, sha256 } from "#platform";
import { assemble } from "../assemble.ts";
import type { Count } from "../count-parts.ts";
import type { FitCtx, FitInput, FitTools } from "../fit.ts";
import type { PromptText } from "../ingredients.ts";
import { type ReceiptPart, receiptParts } from "../receipts/receipt.ts";
import { createCorpus } from "../text/corpus.ts";
import { nearnessByWords } from "../text/nearness-by-words.ts";
import { questionWords } from "../text/question-words.ts";
import { algorithm } from "../text/shorten-text.ts";
import type { Candidate } from "./candidates.ts";
import { createShortener, type Reading } from "./create-shortener.ts";
import { decideOrder } from "./decide-order.ts";
import { createKnownParts, type KnownParts } from "./known-parts.ts";
import { preparePassages } from "./prepare-parts.ts";
import { type Nearness, rankCandidates } from "./rank-candidates.ts";
import { replaceTexts } from "./replace-texts.ts";
import { type Excess, type Fitted, plannedTargets, type Shorten, shortenUntilFits } from "./shorten-until-fits.ts";
import type { Reason } from "./shortened.store.ts";

type Shortening = FitInput & {
  candidates: Candidate[];
  total: number;
  limit: number;
  count: Count;
  /** The method of counting tokens. Results are stored per method. */
  counting: string;
};

/** Shortens the least important parts until the prompt fits. Reuses earlier results for the same purpose. */
export async function shortenParts(
  ctx: FitCtx,
  tools: FitTools,
  input: Shortening,
): Promise<{ fitted: Fitted; prompt: PromptText; parts: ReceiptPart[]; indexMs: number }> {
  const { ingredients, candidates, total, limit, count } = input;
  const question = input.question ?? ingredients.currentUserPrompt;
  const hashOf = hashing(candidates);
  const reading = lazily(() => readBeside(input, question));
  const byWords = () => nearnessOf(candidates, reading());
  const scores = await decideOrder(ctx, tools, { ...input, question, hashOf, byWords });
  const excess = { ranked: rankCandidates(candidates, scores), total, limit, count };
  const texts = plannedTargets(excess).map(({ candidate: { text } }) => text);
  const known = await createKnownParts(ctx, reasonOf(input, question), texts.map(hashOf));
  const prepare = () => preparePassages(ctx, tools, { ...input, texts, hashOf });
  const shortener = createShortener(ctx, { candidates, count, hashOf, known, reading, prepare });
  const fitted = await fitAndKeep(excess, known, shortener.shorten);
  return {
    fitted,
    prompt: assemble(replaceTexts(ingredients, fitted)),
    parts: receiptParts(fitted, hashOf),
    indexMs: shortener.indexMs(),
  };
}

/** Hashes each candidate's content once. */
function hashing(candidates: readonly Candidate[]): (text: string) => string {
  const hashes = new Map(candidates.map(({ text }) => [text, sha256(text)]));
  return (text) => hashes.get(text) ?? sha256(text);
}

/**
 * The texts of a prompt: the candidates in their order, then the protected documents. Protected documents are included,
 * because a statement that a protected document also makes is not unusual.
 */
function readBeside({ ingredients, candidates }: Shortening, question: string): Reading {
  const others = ingredients.resourceDocuments.filter(({ isProtected }) => isProtected).map(({ text }) => text);
  const corpus = createCorpus([...candidates.map(({ text }) => text), ...others]);
  return { asked: questionWords(question), corpus };
}

function nearnessOf(candidates: readonly Candidate[], { corpus, asked }: Reading): Nearness {
  const near = nearnessByWords(corpus, asked);
  return new Map(candidates.map(({ id }, index) => [id, near[index] ?? 0]));
}

/** The key under which results are stored; null if results are not stored. */
function reasonOf({ projectId, purpose, counting }: Shortening, question: string): Reason | null {
  if (!projectId) return null;
  return { projectId, purpose, questionHash: sha256(question), algorithm: `${algorithm}/${counting}` };
}

/** If another worker has shortened a part in the meantime, its result is used, and the fit is computed again. */
async function fitAndKeep(excess: Excess, known: KnownParts, shorten: Shorten): Promise<Fitted> {
  for (;;) {
    const fitted = await shortenUntilFits(excess, shorten);
    if (!(await known.save())) continue;
    crashPoint("parts kept");
    return fitted;
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
