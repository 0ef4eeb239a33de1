import { sha256 } from "#platform";
import { combinedType } from "../combined-type.ts";
import { assembleChunks } from "./assemble.ts";
import { endAtSentence } from "./end-at-sentence.ts";
import { asInFile, withFrontMatter } from "./front-matter.ts";
import { withGapNote } from "./gap-note.ts";

export type Written = {
  title: string;
  model: string;
  stage: string;
  iteration: number;
  type: string;
  templateVersion: number;
  /** Paths: of the thesis it descends from, and of the documents it was made of. */
  lineage: string | null;
  sources: readonly string[];
  /** What the calls of its chain were settled at, in millionths of a dollar. */
  cost: bigint;
  /** What was done so that what it read fitted its model: its inputs were combined, a prompt of it was shortened. */
  isCombined: boolean;
  isShortened: boolean;
  chunks: readonly {
    text: string;
    finish_reason: string;
    input_tokens: number;
    output_tokens: number;
    tokens_estimated: boolean;
  }[];
};

/** How an answer ends that another chunk may carry on. */
const isCut = (finishReason: string): boolean =>
  finishReason === "length" || finishReason === "interrupted" || finishReason === "content-filter";

type Chunk = Pick<Written["chunks"][number], "text" | "finish_reason">;

/** What the chunks of a chain say together, finished or not: overlaps removed, and a break after one that ended by itself. */
export const joinedText = (chunks: readonly Chunk[]): string => assembleChunks(chunks.map(closed));

/** What their document says when the last of them ended by itself. */
export const completeText = (chunks: readonly Chunk[]): string => asInFile(joinedText(chunks));

/** A document from its chunks: the text a reader sees, and the file with what is known of it. */
export function wholeDocument(written: Written): { markdown: string; file: string } {
  const { chunks } = written;
  const finish = chunks.at(-1)?.finish_reason ?? "other";
  const isComplete = finish === "stop";
  const markdown = isComplete ? completeText(chunks) : cutText(written, finish);
  const file = withFrontMatter(
    {
      title: written.title,
      model: written.model,
      stage: written.stage,
      iteration: written.iteration,
      type: written.type,
      template_version: written.templateVersion,
      lineage: written.lineage,
      sources: written.sources,
      ...promptOf(written),
      chunks: chunks.length,
      complete: isComplete,
      finish,
      tokens: {
        input: sum(chunks.map((chunk) => chunk.input_tokens)),
        output: sum(chunks.map((chunk) => chunk.output_tokens)),
        estimated: chunks.some((chunk) => chunk.tokens_estimated),
      },
      cost: String(written.cost), // digits: a number of this size would lose some in many readers
      cost_unit: "millionths of a dollar",
      sha256: sha256(asInFile(markdown)),
      chunk_sha256: chunks.map((chunk) => sha256(chunk.text)),
    },
    markdown,
  );
  return { markdown, file };
}

function cutText({ type, chunks }: Pick<Written, "type" | "chunks">, finishReason: string): string {
  const text = joinedText(chunks);
  return withGapNote(type === combinedType ? endAtSentence(text) : text, { finishReason, turns: chunks.length });
}

/** Only where a reader might wonder what is missing: what is not said was read whole. */
function promptOf({ isCombined, isShortened }: Pick<Written, "isCombined" | "isShortened">): { prompt?: string } {
  if (!isCombined && !isShortened) return {};
  return { prompt: [...(isCombined ? ["inputs combined"] : []), ...(isShortened ? ["shortened"] : [])].join(", ") };
}

/** A chunk that ended properly is followed by another only to add what was missing: that starts on its own line. */
const closed = ({ text, finish_reason }: Chunk, index: number, all: readonly Chunk[]): string =>
  !isCut(finish_reason) && index < all.length - 1 ? `${text.trimEnd()}\n\n` : text;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
