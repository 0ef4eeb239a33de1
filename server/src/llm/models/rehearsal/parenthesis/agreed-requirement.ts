import type { Matter } from "../matter.ts";

/** A requirement the plan is made for, under one number, whichever syntheses it came from. */
export type AgreedRequirement = {
  id: string;
  title: string;
  statement: string;
  acceptance: string;
  priority: string;
  /** Where it stands in the documents: `R-3 of [D20]`. */
  origins: string[];
  matter: Matter | undefined;
};
