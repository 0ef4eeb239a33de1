import { z } from "zod";
import { continuationsRange, proposalsRange } from "./limits.ts";

/** A timestamp as ISO 8601 text in UTC. */
export const Moment = z.iso.datetime();

/** Money in millionths of a dollar, as a string of digits: JSON numbers lose precision above 2^53. */
export const Money = z.string().regex(/^-?\d+$/);

/** An amount that a user adds or allows: above zero and below ten million dollars; anything larger is a typo. */
export const Amount = z
  .string()
  .regex(/^[1-9]\d{0,12}$/, "give millionths of a dollar as digits, more than 0 and below ten million dollars");

export const Continuations = z.int().min(continuationsRange.min).max(continuationsRange.max);

export const Proposals = z.int().min(proposalsRange.min).max(proposalsRange.max);
