import { answers } from "./answers.ts";
import { failures } from "./failures.ts";
import { streams } from "./streams.ts";

/** Every situation an adapter is put into. A new one must be met by all of them. */
export const behaviours = { ...answers, ...streams, ...failures };

export type BehaviourName = keyof typeof behaviours;
