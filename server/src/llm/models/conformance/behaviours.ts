import { answers } from "./answers.ts";
import { endings } from "./endings.ts";
import { failures } from "./failures.ts";
import { streams } from "./streams.ts";

/** Every situation an adapter is put into. A new one must be met by all of them. */
export const behaviours = { ...answers, ...streams, ...endings, ...failures };

export type BehaviourName = keyof typeof behaviours;
