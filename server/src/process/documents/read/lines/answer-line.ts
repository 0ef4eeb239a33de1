/** A line of an answer as it is parsed, and its position in the raw text. */
export type AnswerLine = { text: string; start: number; end: number };

/** A range of the raw text. */
export type Span = { start: number; end: number };
