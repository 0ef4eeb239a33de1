import type { Verdict } from "../prompt/read-contested.ts";
import type { Stance } from "../stances.ts";
import type { TemperamentName } from "../temperament.ts";
import type { Objection, Topic, Voice } from "../voices/voice.ts";
import { voices } from "../voices/voices.ts";

/** The verdict of a temperament on a position, its reason, and its objection unless it keeps the position. */
export type Judgement = { verdict: Verdict; because: string; objection: Objection | undefined };

/**
 * Each temperament keeps its own positions, and merges most positions of the others with a correction of its own. Nobody
 * objects to positions about what is given or still open.
 */
export function judgeStance(judge: TemperamentName, { topic, by }: Stance): Judgement {
  const voice: Voice = voices[judge];
  if (by === judge) return { verdict: "kept", because: groundsOf(voice, topic), objection: undefined };
  const objection = topic === "given" || topic === "open" ? undefined : voice.objections[topic];
  const verdict = objection ? (verdicts[topic]?.[judge]?.[by] ?? "merged") : "kept";
  if (!objection || verdict === "kept")
    return { verdict, because: "there is no objection to it", objection: undefined };
  const { wrong, mend } = objection;
  if (verdict === "merged") return { verdict, because: `with this added: ${mend}`, objection };
  return { verdict, because: verdict === "open" ? `${wrong}; the person who asked should decide` : wrong, objection };
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

/** Why a temperament keeps its own claim. */
function groundsOf({ choices }: Voice, topic: Topic): string {
  if (topic === "order" || topic === "scope" || topic === "proof") return choices[topic].because;
  return topic === "reserve" ? "a plan without a reserve has no room for errors" : "it rests on the quoted sentence";
}
