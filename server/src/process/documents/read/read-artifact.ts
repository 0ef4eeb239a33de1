import type { Span } from "./answer-line.ts";
import type { Entries } from "./formats.ts";

/** An artifact as it was read. */
export type ReadArtifact = {
  key: string;
  title: string;
  /** Its heading as written, and where it stands in the raw text, heading included. */
  heading: string;
  source: Span;
  /** Its canonical Markdown below the heading. */
  body: string;
  entries: Entries;
};
