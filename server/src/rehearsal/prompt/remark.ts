/** Something people said besides the brief: a condition, a fact, an answer, feedback. */
export type Remark = {
  kind: "overlay" | "fact" | "answer" | "feedback";
  /** Its name in a sentence: “[F1]”, “the feedback on [D1]”. */
  source: string;
  text: string;
  /** The question that the remark answers; empty unless it is an answer. */
  question: string;
  /** The facts it disagrees with. */
  against: readonly string[];
  /** Not settled: a fact in conflict, or a default used in place of an answer. */
  open: boolean;
};
