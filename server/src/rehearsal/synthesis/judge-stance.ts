import type { Verdict } from "../prompt/read-contested.ts";
import type { Stance } from "../stances.ts";
import type { TemperamentName } from "../temperament.ts";
import type { Objection, Topic, Voice } from "../voices/voice.ts";
import { voices } from "../voices/voices.ts";

/** The verdict of a temperament on a claim, its reason, and its objection unless it keeps the claim. */
export type Judgement = { verdict: Verdict; because: string; objection: Objection | undefined };

/**
 * Each temperament keeps its own positions, and merges most positions of the others with a correction of its own. Nobody
 * objects to positions about what is given or still open.
 */
export function judgeStance(judge: TemperamentName, { topic, by }: Stance): Judgement {
  if (by === judge) return kept(groundsOf(voices[judge], topic));
  const verdict = verdicts[topic]?.[judge]?.[by] ?? "merged";
  if (topic === "given" || topic === "open" || verdict === "kept") return kept("there is no objection to it");
  return objecting(verdict, voices[judge].objections[topic]);
}

/** The judgement on a claim whose position is not recognised. `isQuoting` is true if it quotes a sentence of the request. */
export const judgeUnknown = (judge: TemperamentName, isQuoting: boolean): Judgement =>
  isQuoting
    ? kept("it quotes a sentence of the request")
    : objecting(judge === "briar" ? "open" : "merged", unfounded[judge]);

const kept = (because: string): Judgement => ({ verdict: "kept", because, objection: undefined });

function objecting(verdict: Exclude<Verdict, "kept">, objection: Objection): Judgement {
  const { wrong, mend } = objection;
  const reasons = {
    merged: `with this added: ${mend}`,
    rejected: wrong,
    open: `${wrong}; the person who asked should decide`,
  };
  return { verdict, because: reasons[verdict], objection };
}

type Others = Partial<Record<TemperamentName, Verdict>>;

/** The verdicts on a topic, by the temperament that judges and the temperament that makes the claim. */
const verdicts: Partial<Record<Topic, Partial<Record<TemperamentName, Others>>>> = {
  order: { atlas: { briar: "rejected" }, briar: { atlas: "rejected" }, cedar: { atlas: "rejected" } },
  scope: { briar: { atlas: "rejected" }, cedar: { atlas: "open" } },
  reserve: { atlas: { briar: "rejected" }, briar: { atlas: "rejected" } },
  goal: { cedar: { atlas: "kept" } },
  bound: { cedar: { atlas: "kept" } },
};

const unfounded: Record<TemperamentName, Objection> = {
  atlas: { wrong: "it quotes no sentence of the request", mend: "name the sentence of the request behind it" },
  briar: { wrong: "it does not mention a check", mend: "say how it is checked" },
  cedar: { wrong: "it does not say who does it", mend: "agree on who does it" },
};

/** Why a temperament keeps its own claim. */
function groundsOf({ choices }: Voice, topic: Topic): string {
  if (topic === "order" || topic === "scope" || topic === "proof") return choices[topic].because;
  return topic === "reserve" ? "a plan without a reserve has no room for errors" : "it rests on the quoted sentence";
}
