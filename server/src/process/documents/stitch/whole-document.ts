import { sha256 } from "#platform";
import { combinedType } from "../contributions/combined-type.ts";
import type { Expected } from "../read/read-answer.ts";
import { endIsConfirmed, readChain, repetitionsRemoved } from "../read/read-chain.ts";
import { asInFile, withFrontMatter } from "../tree/front-matter.ts";
import { isCut, joinedText } from "./assemble.ts";
import { endAtSentence } from "./end-at-sentence.ts";
import { withGapNote } from "./gap-note.ts";

export type Written = {
  title: string;
  model: string;
  stage: string;
  iteration: number;
  type: string;
  templateVersion: number;
  /** The path of the thesis that the document descends from. */
  lineage: string | null;
  /** The paths of the documents from which this one was written. */
  sources: readonly string[];
  /** The cost of all calls of the document, in millionths of a dollar. */
  cost: bigint;
  /**
   * How the inputs were made to fit the model's window. `isCombined`: some of them were combined. `isShortened`: the
   * prompt was shortened.
   */
  isCombined: boolean;
  isShortened: boolean;
  /** The artifacts that the step expects. If null, the text stays as it was written. */
  expected: Expected | null;
  chunks: readonly {
    text: string;
    finish_reason: string;
    /** Keys of artifacts that the request asked for again. */
    asked_for: readonly string[];
    input_tokens: number;
    output_tokens: number;
    tokens_estimated: boolean;
  }[];
};

/** Assembles a document from its chunks: the text for readers, and the file with metadata. */
export function wholeDocument(written: Written): { markdown: string; file: string } {
  const { chunks } = written;
  const finish = chunks.at(-1)?.finish_reason ?? "other";
  const isComplete = finish === "stop";
  const text = textOf(written);
  const markdown =
    isComplete || endIsConfirmed(chunks)
      ? asInFile(text)
      : withGapNote(text, { finishReason: finish, requests: chunks.length, repetitions: repetitionsRemoved(chunks) });
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
      cost: String(written.cost), // a string: many parsers lose digits of large numbers
      cost_unit: "millionths of a dollar",
      sha256: sha256(asInFile(markdown)),
      chunk_sha256: chunks.map((chunk) => sha256(chunk.text)),
    },
    markdown,
  );
  return { markdown, file };
}

/** The text of the chunks, with artifacts in canonical form. A combined text has no artifacts. */
function textOf({ type, expected, chunks }: Written): string {
  if (expected) return readChain(chunks, expected).markdown;
  const text = joinedText(chunks);
  return type === combinedType && isCut(chunks.at(-1)?.finish_reason ?? "") ? endAtSentence(text) : text;
}

/** The metadata field `prompt`; absent if nothing was combined or shortened. */
function promptOf({ isCombined, isShortened }: Pick<Written, "isCombined" | "isShortened">): { prompt?: string } {
  if (!isCombined && !isShortened) return {};
  return { prompt: [...(isCombined ? ["inputs combined"] : []), ...(isShortened ? ["shortened"] : [])].join(", ") };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
