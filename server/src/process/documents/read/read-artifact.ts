import type { Span } from "./answer-line.ts";
import type { Entries } from "./formats.ts";

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
