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
};

export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });
