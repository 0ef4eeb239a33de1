import { z } from "zod";

/** A moment, as ISO 8601 text in UTC. */
export const Moment = z.iso.datetime();

/** Money in millionths of a dollar, as digits: JSON numbers lose digits above 2^53. */
export const Money = z.string().regex(/^-?\d+$/);
