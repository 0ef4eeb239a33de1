import { z } from "zod";

/** One operation of the API, as data. Path parameters are written in `{braces}`. */
export type Route = {
  method: "get" | "post";
  path: string;
  about: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /** True if requests create something new. A request that repeats an earlier `Idempotency-Key` creates nothing. */
  creates?: true;
};

export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

/** Search words. Each of them must occur, in upper or lower case; it may be part of a longer word. */
export const Search = z
  .string()
  .max(200)
  .regex(/^[^\0\p{Cs}]*$/u, "must be text")
  .optional();

/**
 * The query of paged lists. `after` is the `next` of the previous page. A request examines only a limited number of rows, so
 * a page of a search or a filtered list can hold fewer than `limit` items, or none, even if more pages follow. The list ends
 * with the page whose `next` is null.
 */
export const listQuery = ({ usual, most }: { usual: number; most: number }) => ({
  search: Search,
  limit: z.coerce.number().int().min(1).max(most).default(usual),
  after: z.string().max(200).optional(),
});

/** One page of a list. `next` is the cursor of the next page; null on the last page. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() });
