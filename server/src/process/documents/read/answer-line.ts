/** A line of an answer as it is read, and where it stands in the raw text. */
export type AnswerLine = { text: string; start: number; end: number };

/** A part of the raw text. */
export type Span = { start: number; end: number };
