import { answers } from "./answers.ts";
import { endings } from "./endings.ts";
import { failures } from "./failures.ts";
import { streams } from "./streams.ts";

/** Every situation that each adapter must handle. */
export const behaviours = { ...answers, ...streams, ...endings, ...failures };

export type BehaviourName = keyof typeof behaviours;
