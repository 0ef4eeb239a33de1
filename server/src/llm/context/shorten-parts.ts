import { passPoint, sha256 } from "#platform";
import { assemble } from "./assemble.ts";
import type { Candidate } from "./candidates.ts";
import type { Count } from "./count-parts.ts";
import { decideOrder } from "./decide-order.ts";
import type { PromptText } from "./ingredients.ts";
import { createKnownParts } from "./known-parts.ts";
import { preparePassages } from "./prepare-parts.ts";
import { rankCandidates } from "./rank-candidates.ts";
import { flatSpans, type ReceiptPart, receiptParts } from "./receipt.ts";
import { replaceTexts } from "./replace-texts.ts";
import {
  type Fitted,
  plannedTargets,
  type ShortenedPart,
  shortenUntilFits,
  type Target,
} from "./shorten-until-fits.ts";
import type { Reason } from "./shortened.store.ts";
import type { FitCtx, FitInput, FitTools } from "./terms.ts";
import { createCompany } from "./text/company.ts";
import { nearnessByWords } from "./text/nearness-by-words.ts";
import { questionWords } from "./text/question-words.ts";
import { algorithm, shortenText } from "./text/shorten-text.ts";

type Shortening = FitInput & {
  candidates: Candidate[];
  total: number;
  limit: number;
  count: Count;
  /** Whose tokens are counted: results are of the size they are for those alone. */
  counting: string;
};

/** Shortens what matters least until the rest fits; what was made before for the same purpose is taken as it is. */
export async function shortenParts(
  ctx: FitCtx,
  tools: FitTools,
  input: Shortening,
): Promise<{ fitted: Fitted; prompt: PromptText; parts: ReceiptPart[]; indexMs: number }> {
  const { ingredients, candidates, total, limit, count, projectId } = input;
  const question = input.question ?? ingredients.currentUserPrompt;
  const hashes = new Map(candidates.map(({ text }) => [text, sha256(text)]));
  const hashOf = (text: string): string => hashes.get(text) ?? sha256(text);
  const places = new Map(candidates.map((candidate, place) => [candidate, place]));
  const looking = lazily(() => {
    const asked = questionWords(question);
    // Protected documents are read, too: what they say is not unusual.
    const others = ingredients.resourceDocuments.filter(({ isProtected }) => isProtected).map(({ text }) => text);
    const company = createCompany([...candidates.map(({ text }) => text), ...others]);
    return { asked, company };
  });
  const worths = await decideOrder(ctx, tools, {
    ...input,
    question,
    hashOf,
    byWords: () => {
      const near = nearnessByWords(looking().company, looking().asked);
      return new Map(candidates.map(({ id }, index) => [id, near[index] ?? 0]));
    },
  });
  const excess = { ranked: rankCandidates(candidates, worths), total, limit, count };
  const targets = plannedTargets(excess);
  const reason: Reason | null = projectId
    ? { projectId, purpose: input.purpose, questionHash: sha256(question), algorithm: `${algorithm}/${input.counting}` }
    : null;
  const known = await createKnownParts(
    ctx,
    reason,
    targets.map(({ candidate }) => hashOf(candidate.text)),
  );

  let passages: Awaited<ReturnType<typeof preparePassages>> | undefined;
  let indexMs = 0;
  const shorten = async (target: Target): Promise<ShortenedPart> => {
    const { candidate, tokens, budget, rung } = target;
    const contentHash = hashOf(candidate.text);
    const found = known.find(contentHash, rung);
    if (found && found.tokens <= budget) return found;
    ctx.signal?.throwIfAborted();
    if (!passages) {
      const began = performance.now();
      const texts = targets.map(({ candidate: { text } }) => text);
      passages = await preparePassages(ctx, tools, { ...input, texts, hashOf });
      indexMs = performance.now() - began;
    }
    const made = shortenText(looking().company, places.get(candidate) ?? -1, {
      asked: looking().asked,
      passages: passages.get(candidate.text) ?? [],
      tokens,
      budget,
      count,
    });
    known.add({ contentHash, rung, text: made.text, tokens: made.tokens, kept: flatSpans(made.kept) });
    passPoint("part shortened");
    return { ...made, isReused: false };
  };
  for (;;) {
    const fitted = await shortenUntilFits(excess, shorten);
    // Somebody else may have made one of them meanwhile: then theirs stands, and what follows from it is worked out anew.
    if (!(await known.save())) continue;
    passPoint("parts kept");
    return {
      fitted,
      prompt: assemble(replaceTexts(ingredients, fitted)),
      parts: receiptParts(fitted, hashOf),
      indexMs,
    };
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
