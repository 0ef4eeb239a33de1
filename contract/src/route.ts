import { z } from "zod";

/** One operation of the API, as data. Path parameters stand in `{braces}`. */
export type Route = {
  method: "get" | "post";
  path: string;
  about: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /** Makes something new each time: takes the header `Idempotency-Key`, under which it does so only once. */
  creates?: true;
};

export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/** Words to look for. Every one of them has to occur, in any case and as a part of a longer word. */
export const Search = z
  .string()
  .max(200)
  .regex(/^[^\0\p{Cs}]*$/u, "must be text")
  .optional();

/**
 * What lists that may be long take. `after` is what the page before gave as `next`. A request examines a limited number of rows, so a
 * page of a search or of a filtered list can hold fewer items than `limit`, even none, before the end: the end is where `next` is null.
 */
export const listQuery = ({ usual, most }: { usual: number; most: number }) => ({
  search: Search,
  limit: z.coerce.number().int().min(1).max(most).default(usual),
  after: z.string().max(200).optional(),
});

/** One page of a list that may be long. `next` is what to pass for the page after it; null: this is the last one. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() });
