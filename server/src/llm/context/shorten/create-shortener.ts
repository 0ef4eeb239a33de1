import { AppError, crashPoint } from "#platform";
import type { Count } from "../count-parts.ts";
import type { FitCtx } from "../fit.ts";
import { flatSpans } from "../receipts/receipt.ts";
import type { Corpus } from "../text/corpus.ts";
import type { QuestionWords } from "../text/question-words.ts";
import type { Span } from "../text/rank-units.ts";
import { shortenText } from "../text/shorten-text.ts";
import type { Candidate } from "./candidates.ts";
import type { KnownParts } from "./known-parts.ts";
import type { ShortenedPart, Target } from "./shorten-until-fits.ts";

/** Inputs of shortening: the words of the question, and all texts of the prompt, with the candidates' texts first. */
export type Reading = { asked: QuestionWords; corpus: Corpus };

type Means = {
  candidates: readonly Candidate[];
  count: Count;
  hashOf: (text: string) => string;
  known: KnownParts;
  reading: () => Reading;
  /** The passages of every part that will probably be shortened. */
  prepare: () => Promise<Map<string, Span[]>>;
};

/** Shortens parts one at a time. Prepares their shared inputs when the first part is shortened. */
export function createShortener(ctx: FitCtx, means: Means) {
  const { candidates, count, hashOf, known, reading } = means;
  const places = new Map(candidates.map((candidate, place) => [candidate, place]));
  const placeOf = (candidate: Candidate): number => {
    const place = places.get(candidate);
    if (place === undefined)
      throw new AppError("internal", `${candidate.id} cannot be shortened: it is not a candidate.`);
    return place;
  };
  let passages: Map<string, Span[]> | undefined;
  let indexMs = 0;
  const prepared = async (): Promise<Map<string, Span[]>> => {
    if (passages) return passages;
    const began = performance.now();
    passages = await means.prepare();
    indexMs = performance.now() - began;
    return passages;
  };
  return {
    async shorten({ candidate, tokens, budget, targetPercent }: Target): Promise<ShortenedPart> {
      const contentHash = hashOf(candidate.text);
      const found = known.find(contentHash, targetPercent);
      if (found && found.tokens <= budget) return found;
      ctx.signal?.throwIfAborted();
      const spans = (await prepared()).get(candidate.text) ?? []; // empty if the part was not prepared
      const { asked, corpus } = reading();
      const made = shortenText(corpus, placeOf(candidate), { asked, passages: spans, tokens, budget, count });
      known.add({ contentHash, targetPercent, text: made.text, tokens: made.tokens, kept: flatSpans(made.kept) });
      crashPoint("part shortened");
      return { ...made, isReused: false };
    },
    /** Time spent indexing passages. */
    indexMs: () => indexMs,
  };
}
