/** Something the plan needs and the brief does not say, with what to assume meanwhile. */
export type Gap = {
  kind: "deadline" | "budget" | "owner" | "place" | "contradiction" | "undecided" | "success";
  question: string;
  decides: string;
  /** What follows “assume”. */
  otherwise: string;
};
