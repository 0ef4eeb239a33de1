/** Something people said besides the brief: an overlay, a fact, an answer or feedback. */
export type Remark = {
  kind: "overlay" | "fact" | "answer" | "feedback";
  /** How a sentence names the remark: “[F1]”, “the feedback on [D1]”. */
  source: string;
  text: string;
  /** The question that the remark answers; empty unless it is an answer. */
  question: string;
  /** The ids of the facts that the remark conflicts with; empty unless it is a fact. */
  against: readonly string[];
  /** True if the remark is not settled: a fact in conflict, or a default used instead of an answer. */
  open: boolean;
};
