import type { Desk } from "../desk.ts";
import type { Claim } from "../read-claims.ts";
import type { ContestedClaim } from "../read-contested.ts";

/** The contested claim this one is, by its number or, when it has none here, by its words. */
export const contestedAs = (desk: Desk, claim: Claim): ContestedClaim | undefined =>
  desk.prompt.contested.find((one) => (claim.id ? one.id === claim.id : one.text === claim.text));
