import { z } from "zod";

/** A moment, as ISO 8601 text in UTC. */
export const Moment = z.iso.datetime();

/** Money in millionths of a dollar, as digits: JSON numbers lose digits above 2^53. */
export const Money = z.string().regex(/^-?\d+$/);

/** Money that somebody gives or allows: more than nothing, and below ten million dollars, above which it is a slip. */
export const Amount = z
  .string()
  .regex(/^[1-9]\d{0,12}$/, "give millionths of a dollar as digits, more than 0 and below ten million dollars");

/** How often a document that was cut off may be carried on. A hundred turns are a book. */
export const Continuations = z.int().min(0).max(100);

/** How many proposals each model is asked for. All later work grows with them, in the longest process by their number. */
export const Proposals = z.int().min(1).max(4);
