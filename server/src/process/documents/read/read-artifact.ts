import type { Entries } from "./formats/formats.ts";
import type { Span } from "./lines/answer-line.ts";

/** A parsed artifact. */
export type ReadArtifact = {
  key: string;
  title: string;
  /** The artifact's heading as written, and its range in the raw text, including the heading. */
  heading: string;
  source: Span;
  /** The artifact's canonical Markdown below the heading. */
  body: string;
  entries: Entries;
};
