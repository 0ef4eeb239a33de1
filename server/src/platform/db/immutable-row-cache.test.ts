import { afterAll, beforeAll, expect, it } from "vitest";
import type { Tx } from "#platform";
import { createImmutableRowCache } from "#platform";
import { type TestDatabase, testDatabase } from "#test";

let one: TestDatabase;
beforeAll(async () => {
  one = await testDatabase("pglite");
});
afterAll(() => one[Symbol.asyncDispose]());

it("the cache of immutable rows reads each row once, evicts the least recently used, and caches no failure", async () => {
  const memory = createImmutableRowCache<{ id: string }>({ max: 2 });
  const reads: string[] = [];
  const recall = (id: string) =>
    one.database.asSystem((db) =>
      memory.recall(db, id, async () => {
        reads.push(id);
        if (id === "none") throw new Error("no such thing");
        return { id };
      }),
    );
  for (const id of ["a", "a", "b", "a", "c", "a", "b"]) expect(await recall(id)).toEqual({ id });
  expect(reads).toEqual(["a", "b", "c", "b"]);
  for (const _ of [1, 2]) await expect(recall("none")).rejects.toThrow("no such thing");
  expect(reads.slice(4)).toEqual(["none", "none"]);
});

it("the cache of immutable rows is per database, and caches nothing that may still be rolled back", async () => {
  await using other = await testDatabase("pglite");
  const memory = createImmutableRowCache<{ read: number }>({ max: 2 });
  let read = 0;
  const recall = (db: Tx) =>
    memory.recall(db, "id", async () => {
      read += 1;
      return { read };
    });
  expect(await one.database.asOwner(recall)).toEqual({ read: 1 });
  expect(await one.database.asSystem(recall)).toEqual({ read: 2 });
  expect(await other.database.asSystem(recall)).toEqual({ read: 3 });
  expect(await one.database.asSystem(recall)).toEqual({ read: 2 });
});
