import type { ContestedClaim, Verdict } from "../prompt/read-contested.ts";
import { stanceOf } from "../stances.ts";
import { judgeStance } from "../synthesis/judge-stance.ts";
import { joinWords } from "../text/phrasing.ts";
import type { Workspace } from "../workspace.ts";

/** The side that this plan takes on a contested claim as long as no person has chosen a verdict. */
export function sideOn(
  workspace: Workspace,
  { text }: ContestedClaim,
): { verdict: Verdict; because: string } | undefined {
  const { reserve } = workspace.temperament;
  const stance = stanceOf(text);
  // A plan has one reserve, so it cannot adopt a part of the reserve of another plan.
  if (stance?.topic === "reserve" && stance.reserve !== reserve)
    return { verdict: "rejected", because: `it keeps a reserve of ${reserve} %` };
  return stance && judgeStance(workspace, stance);
}

/** “[C1] is kept in [D7] and rejected in [D8]; this plan does not follow it, because …”. */
export function describeSide(workspace: Workspace, one: ContestedClaim): string {
  const side = sideOn(workspace, one);
  const text = {
    kept: "follows it",
    merged: `follows it, ${side?.because}`,
    rejected: `does not follow it, because ${side?.because}`,
    open: `leaves it open, because ${side?.because}`,
  }[side?.verdict ?? "kept"];
  return `[${one.id}] is ${judgedBy(one)}; this plan ${side ? text : "keeps to the wording of the request"}`;
}

/** The verdicts of the syntheses: “kept in [D7], but rejected in [D8] and [D9]”. */
export function judgedBy({ judged }: ContestedClaim): string {
  const all = [...judged.matchAll(/(\[D\d+\]) (\w+)/g)].map(([, id = "", verdict = ""]) => ({ id, verdict }));
  const [first = "contested", ...others] = [...Map.groupBy(all, ({ verdict }) => verdict)].map(
    ([verdict, some]) => `${verdict === "open" ? "left open" : verdict} in ${joinWords(some.map(({ id }) => id))}`,
  );
  return others.length > 0 ? `${first}, but ${joinWords(others)}` : first;
}
