import type { MemoryKind, MemoryLanguage } from "@dialectic/contract";
import { AppError, isForeignKeyViolation, type Tx, uuidv7 } from "#platform";
import type { MemoryCtx } from "../ctx.ts";
import { enqueueDue } from "../embed/enqueue-due.ts";
import { isLanguage } from "../languages.ts";
import type { Belonging } from "../source.ts";
import { hashOf, makePassages } from "./make-passages.ts";
import * as store from "./sources.store.ts";

export type TextToIndex = Belonging & {
  /** A name that stays the same when the text is indexed again: `document:<id>`, `file:notes.md`. */
  key: string;
  /**
   * `part`: a part of a prompt, indexed so that it can be shortened. It has passages and vectors, but its words are not
   * indexed, because they are never searched.
   */
  kind: Exclude<MemoryKind, "turn"> | "part";
  text: string;
  at?: Date | undefined;
};

/** `unchanged`: the same text was already indexed. `replaced`: how many passages of an earlier text were removed. */
export type Indexed = { sourceId: bigint; passages: number; unchanged: boolean; replaced: number };

/** The number of passages written in one transaction, during which the embedded database serves no other request. */
const batch = 400;

/** Indexes a text unless it is already indexed. Its words can be searched when this returns. */
export async function indexText(ctx: MemoryCtx, input: TextToIndex): Promise<Indexed> {
  const contentHash = hashOf(input);
  const { language, lexedAs, known } = await ctx.db.tx(async (db) => ({
    ...(await languageOf(db, input)),
    known: await store.selectSource(db, input),
  }));
  if (known?.contentHash === contentHash && known.lexedAs === lexedAs) {
    return { sourceId: known.id, passages: known.passages, unchanged: true, replaced: 0 };
  }
  const passages = await makePassages({ text: input.text, at: input.at, isSearched: input.kind !== "part" }, language);
  // A text of one batch is replaced in one transaction. The source of a longer text has a mark instead of its hash until the
  // last batch is written. If another process starts to index the same source, it replaces the mark, and this call fails.
  const rest = passages.slice(batch);
  const mark = `indexing:${uuidv7()}`;
  const sourceId = await ctx.db.tx(async (db) => {
    const source = await lockSource(db, { ...input, lexedAs });
    if (source.passages > 0) await store.deletePassages(db, source.id);
    if (rest.length > 0) await store.finishSource(db, { id: source.id, contentHash: mark, lexedAs });
    await store.addPassages(db, { sourceId: source.id, first: 0, language, passages: passages.slice(0, batch) });
    if (rest.length === 0) await finish(db, ctx, { id: source.id, contentHash, lexedAs });
    return source.id;
  });
  for (let at = 0; at < rest.length; at += batch) {
    await ctx.db.tx(async (db) => {
      await assertMarked(db, { id: sourceId, mark, key: input.key });
      await store.addPassages(db, { sourceId, first: batch + at, language, passages: rest.slice(at, at + batch) });
      if (at + batch >= rest.length) await finish(db, ctx, { id: sourceId, contentHash, lexedAs });
    });
  }
  return { sourceId, passages: passages.length, unchanged: false, replaced: known?.passages ?? 0 };
}

async function assertMarked(db: Tx, { id, mark, key }: { id: bigint; mark: string; key: string }): Promise<void> {
  const source = await store.selectSourceById(db, id);
  if (!source)
    throw new AppError(
      "not_found",
      `${key} was removed from memory, or its project was deleted, while it was being indexed.`,
    );
  if (source.contentHash !== mark) throw new AppError("conflict", `${key} is being indexed by another process.`);
}

async function finish(
  db: Tx,
  { embedder }: MemoryCtx,
  source: { id: bigint; contentHash: string; lexedAs: string },
): Promise<void> {
  await store.finishSource(db, source);
  await enqueueDue(db, { model: embedder?.model ?? null, sourceId: source.id });
}

/** Inserts or locks the source and returns it. */
export const lockSource = (db: Tx, input: Parameters<typeof store.lockSource>[1]): Promise<store.SourceRow> =>
  inOwnProject(() => store.lockSource(db, input));

/** Turns the error of a foreign key into `not_found`: the project or session does not exist, or another user owns it. */
export async function inOwnProject<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new AppError("not_found", "There is no such project, or no such session in it.", { cause: error });
  }
}

export async function languageOf(
  db: Tx,
  { projectId }: Belonging,
): Promise<{ language: MemoryLanguage; lexedAs: string }> {
  const { language, lexedAs } = await store.selectLanguage(db, projectId);
  if (!isLanguage(language))
    throw new AppError("internal", `The database has the language ${language}, which this program does not support.`);
  return { language, lexedAs };
}
