import type { Entries } from "./formats/formats.ts";
import type { Span } from "./lines/answer-line.ts";

export type ReadArtifact = {
  key: string;
  title: string;
  /** The heading as written. */
  heading: string;
  /** The artifact's range in the raw text, including the heading. */
  source: Span;
  /** The artifact's canonical Markdown below the heading. */
  body: string;
  entries: Entries;
};
