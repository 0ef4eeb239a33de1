import type { Verdict } from "../prompt/read-contested.ts";
import { positionOf, type Stance, type Topic } from "../stances.ts";
import type { TemperamentName } from "../temperament.ts";

/**
 * The verdict of a temperament on a position. Each temperament keeps its own positions. Its reasons against other positions
 * come from its own position on the same topic.
 */
export function judgeStance(judge: TemperamentName, { topic, by }: Stance): { verdict: Verdict; because: string } {
  const { because, wrong, mend } = { because: grounds[topic] ?? priorities[judge], ...positionOf(judge, topic) };
  const verdict = by === judge ? "kept" : (verdicts[topic]?.[judge]?.[by] ?? "merged");
  if (verdict === "kept")
    return { verdict, because: by === judge ? because : "nothing in the request speaks against it" };
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

const grounds: Partial<Record<Topic, string>> = {
  goal: "the request asks for it",
  limit: "the request says so itself",
  exclusion: "the request rules it out",
  date: "the request states it",
  person: "the request says so itself",
  open: "the request leaves it open",
};
