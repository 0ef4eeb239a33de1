import type { Verdict } from "../prompt/read-contested.ts";
import { positionOf, type Stance, type Topic } from "../stances.ts";
import type { TemperamentName } from "../temperament.ts";
import { voices } from "../voices/voices.ts";

/**
 * The verdict of a temperament on a position. Each temperament keeps its own positions. Its reasons against other positions
 * come from its own position on the same topic.
 */
export function judgeStance(judge: TemperamentName, { topic, by }: Stance): { verdict: Verdict; because: string } {
  const { wrong, mend } = positionOf(judge, topic);
  const verdict = by === judge ? "kept" : (verdicts[topic]?.[judge]?.[by] ?? "merged");
  if (verdict === "kept")
    return { verdict, because: by === judge ? grounds(judge, topic) : "nothing in the request speaks against it" };
  if (verdict === "merged") return { verdict, because: `with this added: ${mend}` };
  return { verdict, because: verdict === "open" ? `${wrong}; the person who asked would have to say` : wrong };
}

type Others = Partial<Record<TemperamentName, Verdict>>;

/**
 * The verdicts on a topic, by the temperament that judges and the temperament that makes the claim. All other claims are
 * merged.
 */
const verdicts: Partial<Record<Topic, Partial<Record<TemperamentName, Others>>>> = {
  order: {
    atlas: { briar: "rejected", cedar: "rejected" },
    briar: { atlas: "rejected" },
    cedar: { atlas: "rejected" },
  },
  scope: { briar: { atlas: "rejected", cedar: "kept" }, cedar: { atlas: "open" } },
  proof: { briar: { atlas: "open" }, cedar: { briar: "kept" } },
  reserve: { atlas: { briar: "rejected" }, briar: { atlas: "rejected", cedar: "rejected" } },
  goal: { atlas: { briar: "rejected" }, briar: { atlas: "open" }, cedar: { atlas: "kept" } },
  limit: { briar: { atlas: "rejected" }, cedar: { atlas: "kept" } },
  date: { briar: { atlas: "open" } },
  open: { briar: { atlas: "rejected" }, cedar: { atlas: "open" } },
};

const priorities: Record<TemperamentName, string> = {
  atlas: "it keeps the result whole",
  briar: "it keeps the limits and the money safe",
  cedar: "it keeps the people who do the work involved",
};

/** Why a temperament keeps its own claim: it quotes a sentence of the request, or follows from the temperament's priorities. */
const grounds = (judge: TemperamentName, topic: Topic): string =>
  topic in voices[judge].kinds ? "it rests on a sentence of the request" : priorities[judge];
