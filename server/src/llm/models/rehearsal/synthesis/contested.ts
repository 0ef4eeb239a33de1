import { fragmentsOf } from "../brief/fragments.ts";
import type { Desk } from "../desk.ts";
import { quoted } from "../phrasing.ts";
import type { Claim } from "../read-claims.ts";
import type { ContestedClaim } from "../read-contested.ts";

const verdicts = ["kept", "merged", "rejected", "open"] as const;

export type VerdictWord = (typeof verdicts)[number];

/** The contested claim this one is, by its number or, when it has none here, by its words. */
export const contestedAs = (desk: Desk, claim: Claim): ContestedClaim | undefined =>
  desk.prompt.contested.find((one) => (claim.id ? one.id === claim.id : one.text === claim.text));

/** The person's choice is the verdict; without one the claim stays open. */
export function decideContested({ choice, because, judged }: ContestedClaim): {
  verdict: VerdictWord;
  because: string;
  shortly: string;
} {
  const verdict = verdicts.find((known) => known === choice);
  if (!verdict)
    return { verdict: "open", because: `contested (${judged}) and not chosen yet`, shortly: "contested, not chosen" };
  const heard = fragmentsOf(because)[0];
  const reason = heard === undefined ? "" : `: ${quoted(heard)}`;
  return { verdict, because: `contested (${judged}), and chosen as ${verdict}${reason}`, shortly: "chosen so" };
}
