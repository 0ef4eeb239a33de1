/** A prompt as it was sent, with its position in the run. */
export type SentPrompt = {
  model: string;
  stage: string;
  step: string;
  chain: string;
  continuation: number;
  prompt: string;
  /** The shortened parts, each with its remaining text; empty if nothing was shortened. */
  shortened: string[];
};

/** Two prompts. If the provider has cached the first, the second can reuse the prefix that both have in common. */
export type Pair = {
  kind: "continuation" | "sibling";
  of: SentPrompt;
  /** The length of the common prefix in bytes. */
  common: number;
  /** The upper bound of `common`. */
  possible: number;
  bytes: number;
  /** True if the prompt has a part that the previous request shortened differently or not at all. */
  isNewlyShortened: boolean;
};

/**
 * Makes two kinds of pairs. A continuation is paired with the previous request of its chain, and can share at most the
 * whole previous prompt. A sibling (the first prompt of a document) is paired with the first prompt of the same model's
 * previous document in the same step. Siblings can share at most the instructions and every section that both prompts
 * contain.
 */
export function pairUp(prompts: readonly SentPrompt[]): Pair[] {
  const chains = Map.groupBy(prompts, ({ chain }) => chain);
  const continuations = [...chains.values()].flatMap((requests) => {
    const ordered = requests.toSorted((a, b) => a.continuation - b.continuation);
    return ordered.slice(1).map((of, index) => {
      const before = ordered[index] ?? of;
      return toPair("continuation", of, before, Buffer.byteLength(before.prompt));
    });
  });
  const first = prompts.filter(({ continuation }) => continuation === 0);
  const steps = Map.groupBy(first, ({ model, stage, step }) => `${model} ${stage} ${step}`);
  const siblings = [...steps.values()].flatMap((documents) =>
    documents.slice(1).map((of, index) => {
      const before = documents[index] ?? of;
      return toPair("sibling", of, before, sharedParts(before.prompt, of.prompt));
    }),
  );
  return [...continuations, ...siblings];
}

const toPair = (kind: Pair["kind"], of: SentPrompt, before: SentPrompt, possible: number): Pair => ({
  kind,
  of,
  common: commonBytes(before.prompt, of.prompt),
  possible,
  bytes: Buffer.byteLength(of.prompt),
  isNewlyShortened: kind === "continuation" && of.shortened.some((part) => !before.shortened.includes(part)),
});

function commonBytes(a: string, b: string): number {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one[at] === other[at]) at += 1;
  return at;
}

/**
 * The bytes of the sections that both prompts have. The task is not counted: it ends every prompt and always differs.
 */
function sharedParts(a: string, b: string): number {
  const parts = (text: string) => text.split(/^(?=<<<(?!end )\w)/m).filter((part) => !part.startsWith("<<<task "));
  const others = new Set(parts(a));
  return parts(b)
    .filter((part) => others.has(part))
    .reduce((sum, part) => sum + Buffer.byteLength(part), 0);
}
