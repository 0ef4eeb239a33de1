import type { Verdict } from "../prompt/read-contested.ts";
import type { Stance } from "../stances.ts";
import type { TemperamentName } from "../temperament.ts";
import type { Objection, Topic, Voice } from "../voices/voice.ts";
import { voices } from "../voices/voices.ts";
import type { Workspace } from "../workspace.ts";

/** The verdict of a temperament on a claim, its reason, and its objection unless it keeps the claim. */
export type Judgement = { verdict: Verdict; because: string; objection: Objection | undefined };

/**
 * Each temperament keeps its own positions. It rejects the positions of the others where only one can hold, and merges the
 * rest with a correction of its own. No temperament objects to positions about what is given or still open, or to another
 * way of delivery if the request consists of one sentence.
 */
export function judgeStance({ temperament, points }: Workspace, { topic, by }: Stance): Judgement {
  const judge = temperament.name;
  if (by === judge) return kept(groundsOf(voices[judge], topic));
  if (topic === "scope" && points.length === 1)
    return { verdict: "rejected", because: "one way of delivery is enough for one thing", objection: undefined };
  if (topic === "given" || topic === "open") return kept("it meets no objection here");
  // Cedar trusts atlas with what is asked for, so that not every claim of another temperament gets a correction.
  if (judge === "cedar" && by === "atlas" && (topic === "goal" || topic === "bound"))
    return kept("it meets no objection here");
  const isExclusive = topic === "order" || topic === "scope" || (topic === "reserve" && judge !== "cedar");
  return objecting(isExclusive ? "rejected" : "merged", voices[judge].objections[topic]);
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

const unfounded: Record<TemperamentName, Objection> = {
  atlas: { wrong: "it quotes no sentence of the request", mend: "name the sentence of the request behind it" },
  briar: { wrong: "it does not mention a check", mend: "say how it is checked" },
  cedar: { wrong: "it does not say who does it", mend: "agree on who does it" },
};

/** Why a temperament keeps its own claim. */
function groundsOf({ choices }: Voice, topic: Topic): string {
  if (topic === "order" || topic === "scope" || topic === "proof") return choices[topic].because;
  return topic === "reserve"
    ? "a plan without a reserve has no room for errors"
    : "it rests on a sentence of the request";
}
