import type { ProjectId } from "@dialectic/contract";
import type { Tx } from "#platform";
import { cutText } from "./cut-text.ts";
import * as store from "./passages.store.ts";
import type { Span } from "./split-span.ts";

/** The positions of the passages of indexed texts, by key. Texts that are not indexed are missing. */
export async function readPassages(
  db: Tx,
  input: { projectId: ProjectId; keys: readonly string[] },
): Promise<Map<string, Span[]>> {
  const rows = await store.selectPassages(db, input);
  return new Map(
    rows.map(({ key, starts, ends }) => [key, starts.map((start, index) => ({ start, end: ends[index] ?? start }))]),
  );
}

/** The passages that a text would have if it were indexed. Nothing is stored. */
export const cutPassages = (text: string): Span[] =>
  [...cutText(text.toWellFormed())].flat().map(({ start, end }) => ({ start, end }));
