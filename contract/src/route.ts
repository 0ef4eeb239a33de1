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

/** One page of a list that may be long. `next` is what to pass for the page after it; null: this is the last one. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() });
