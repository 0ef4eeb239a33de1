import type { Client, RouteName, routes } from "@dialectic/contract";
import type { z } from "zod";
import type { Ctx } from "#app";

type Part<R, Key extends string> = R extends { [K in Key]: infer S extends z.ZodType } ? z.output<S> : unknown;
type Input<R> = Part<R, "body"> & Part<R, "query"> & Part<R, "params">;

/** A handler for every route. It receives the request's input after validation by the contract. */
export type Handlers = {
  [Name in RouteName]: (ctx: Ctx, input: Input<(typeof routes)[Name]>) => Promise<Awaited<ReturnType<Client[Name]>>>;
};

/** Wraps a list as `{ items }`, the form in which the API returns lists. */
export const items = <Given, Item>(list: (ctx: Ctx, input: Given) => Item[] | Promise<Item[]>) => {
  return async (ctx: Ctx, input: Given) => ({ items: await list(ctx, input) });
};

type Cut = { limit: number };

/**
 * A page of a list whose cursor is an id. One more row than asked for is read, which shows whether there is another page.
 */
export const pages = <Given extends Cut, Item extends { id: string }>(
  list: (ctx: Ctx, input: Given) => Promise<Item[]>,
) => {
  return async (ctx: Ctx, input: Given) => {
    const found = await list(ctx, { ...input, limit: input.limit + 1 });
    const items = found.slice(0, input.limit);
    return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null };
  };
};
