import type { Claim } from "../prompt/read-claims.ts";
import type { Verdict } from "../prompt/read-contested.ts";
import { stanceOf } from "../stances.ts";
import { oncePerDocument, type Workspace } from "../workspace.ts";
import { judgeStance, judgeUnknown } from "./judge-stance.ts";
import { carrierOf, planRequirements, type Requirement } from "./plan-requirements.ts";

export type Judged = { claim: Claim; verdict: Verdict; because: string; answers: string };

/** Every claim with its verdict: the person's choice, or else the judgement of this temperament. */
export const judgeClaims = oncePerDocument((workspace: Workspace): Judged[] => {
  const requirements = planRequirements(workspace);
  const first = new Map<string, Claim>();
  return workspace.claims.map((claim) => {
    const before = first.get(claim.text);
    if (!before) first.set(claim.text, claim);
    const { verdict, because } =
      chosen(workspace, claim) ?? repeated(claim, before) ?? judge(workspace, claim, requirements);
    const carrier = verdict === "rejected" ? undefined : carrierOf(requirements, claim.text);
    return { claim, verdict, because, answers: carrier?.id ?? "none" };
  });
});

function chosen({ prompt }: Workspace, { id }: Claim): Pick<Judged, "verdict" | "because"> | undefined {
  const found = prompt.contested.find((one) => one.id === id && one.choice !== undefined);
  if (!found?.choice) return undefined;
  return {
    verdict: found.choice,
    because: found.because === "" ? "the person chose so" : `the person chose so: “${found.because}”`,
  };
}

function repeated(claim: Claim, before: Claim | undefined): Pick<Judged, "verdict" | "because"> | undefined {
  if (!before) return undefined;
  const which = before.id ? `[${before.id}]` : before.doc === claim.doc ? "an earlier claim" : `[${before.doc}]`;
  return { verdict: "merged", because: `it says the same as ${which}` };
}

function judge(
  workspace: Workspace,
  { text }: Claim,
  requirements: readonly Requirement[],
): Pick<Judged, "verdict" | "because"> {
  const { name, reserve } = workspace.temperament;
  const stance = stanceOf(text);
  if (!stance) return judgeUnknown(name, carrierOf(requirements, text) !== undefined);
  // Only one reserve can hold.
  if (stance.topic === "reserve" && stance.reserve !== reserve)
    return { verdict: "rejected", because: `the reserve stays at ${reserve} %` };
  return judgeStance(workspace, stance);
}
