import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#platform";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import { readSeedFiles, type SeedFiles } from "./files/seed-files.ts";
import { latestProcess, listProcesses, loadProcess } from "./read-processes.ts";
import { seedProcesses } from "./seed-processes.ts";
import { shippedProcess } from "./shipped-process.ts";

/** Returns the shipped files with one prompt changed. */
function withPrompt(key: string, body: string): SeedFiles {
  const files = readSeedFiles();
  return { ...files, prompts: new Map([...files.prompts, [key, body]]) };
}

/** Runs a statement as the tables' owner, with ordinary triggers switched off. */
const asReplica = (database: Database, statement: ReturnType<typeof sql>) =>
  database.asOwner(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await statement.execute(db);
  });

const rowsOf = (database: Database) =>
  database.asOwner(async (db) => {
    const { rows } = await sql<{ name: string }>`
      select 'prompt ' || key || ' ' || version as name from prompt_templates
      union all
      select 'recipe ' || key || ' ' || version from recipes
      union all
      select 'process ' || key || ' ' || version from process_templates
      order by name`.execute(db);
    return rows.map((row) => row.name);
  });

describe.each(engines)("seedProcesses on %s", (engine) => {
  /** A database that is empty at first. Each test starts with what the test before it left. */
  let next: TestDatabase;
  beforeAll(async () => {
    next = await testDatabase(engine);
  });
  afterAll(() => next[Symbol.asyncDispose]());

  describe("with the shipped files", () => {
    let t: TestDatabase;
    beforeAll(async () => {
      t = await testDatabase(engine);
      const { added, warnings } = await seedProcesses(t.database);
      expect(added).toContain("process classic, version 1");
      expect(warnings).toEqual([]);
    });
    afterAll(() => t[Symbol.asyncDispose]());

    it.each(["classic", "brief"])("stores the process %s exactly as its files define it", async (key) => {
      const process = await t.database.asSystem((db) => latestProcess(db, key));
      expect(process).toEqual({ ...shippedProcess(key), id: process.id });
      expect(await t.database.asSystem((db) => loadProcess(db, process.id))).toEqual(process);
    });

    it("loadProcess reads a process once per database, and freezes the cached process", async () => {
      const { id } = await t.database.asSystem((db) => latestProcess(db, "classic"));
      const load = (database: Database) => database.asSystem((db) => loadProcess(db, id));
      const process = await load(t.database);
      expect(await load(t.database)).toBe(process);
      expect(await t.database.asSystem((db) => latestProcess(db, "classic"))).toBe(process);
      expect(await t.database.asOwner((db) => loadProcess(db, id))).not.toBe(process);
      expect(() => process.stages[0]?.recipe.steps.pop()).toThrow(TypeError);
      await expect(load(next.database)).rejects.toMatchObject({ code: "not_found" });
    });

    it.each(["prompt_templates", "recipes", "recipe_prompts", "process_templates", "stages", "stage_transitions"])(
      "rows of %s cannot be changed, even by the tables' owner",
      async (table) => {
        const { rows } = await t.database.asOwner((db) =>
          sql<{ name: string }>`
            select column_name as name from information_schema.columns
            where table_schema = 'public' and table_name = ${table} and ordinal_position = 1`.execute(db),
        );
        const [target, column] = [sql.table(table), sql.ref(rows[0]?.name ?? "")];
        for (const statement of [
          sql`update ${target} set ${column} = ${column}`,
          sql`delete from ${target}`,
          sql`truncate ${target} cascade`,
        ]) {
          await expect(asReplica(t.database, statement)).rejects.toMatchObject({ code: "conflict" });
        }
      },
    );

    it("changes no row when it runs a second time", async () => {
      const before = await rowsOf(t.database);
      expect((await seedProcesses(t.database)).added).toEqual([]);
      expect(await rowsOf(t.database)).toEqual(before);
    });

    it("the error about an unknown process names the known processes", async () => {
      await expect(t.database.asSystem((db) => latestProcess(db, "clasic"))).rejects.toMatchObject({
        code: "unknown_process",
        message: expect.stringContaining("brief, classic"),
      });
      const nowhere = "01900000-0000-7000-8000-000000000000";
      await expect(t.database.asSystem((db) => loadProcess(db, nowhere))).rejects.toMatchObject({ code: "not_found" });
    });

    it("a process cannot be changed by a user", async () => {
      const user = t.database.as(await addUser(t.database));
      await expect(user.tx((db) => sql`update process_templates set name = 'mine'`.execute(db))).rejects.toThrow(
        /permission denied/,
      );
    });
  });

  it("stores nothing from an invalid set of files; stores a valid set once, even if several runs start at the same time", async () => {
    const t = next;
    const invalid = withPrompt("thesis-propose", "{{brief}}");
    await expect(seedProcesses(t.database, invalid)).rejects.toMatchObject({ code: "invalid_recipe" });
    expect(await rowsOf(t.database)).toEqual([]);

    const seeded = await Promise.all([1, 2, 3].map(() => seedProcesses(t.database)));
    expect(seeded.filter(({ added }) => added.length > 0)).toHaveLength(1);
    expect((await rowsOf(t.database)).filter((row) => !row.endsWith(" 1"))).toEqual([]);
  });

  it("adds a new version of a changed prompt and of everything that uses it, and keeps the versions that are in use", async () => {
    const t = next;
    await seedProcesses(t.database);
    const old = await t.database.asSystem((db) => latestProcess(db, "classic"));
    const { added } = await seedProcesses(t.database, withPrompt("synthesis-final", "Merge them."));
    expect(added).toEqual([
      "prompt synthesis-final, version 2",
      "recipe synthesis, version 2",
      "process classic, version 2",
    ]);

    const now = await t.database.asSystem((db) => latestProcess(db, "classic"));
    expect(now.version).toBe(2);
    expect(now.stages[2]?.recipe).toMatchObject({
      version: 2,
      steps: [{ promptVersion: 1 }, { promptVersion: 1 }, { promptVersion: 2, prompt: "Merge them." }],
    });
    expect(now.stages[3]?.recipe).toEqual(old.stages[3]?.recipe);
    expect(await t.database.asSystem((db) => loadProcess(db, old.id))).toEqual(old);

    const listed = await listProcesses({ db: t.database.as(await addUser(t.database)) });
    expect(listed.map(({ key, version }) => `${key} ${version}`)).toEqual(["brief 1", "classic 2"]);
    for (const { stages } of listed) {
      expect(stages.map(({ key }) => key)).toEqual(["thesis", "antithesis", "synthesis", "parenthesis", "paralysis"]);
    }
  });

  it("keeps an unknown strategy as written, and warns about it", async () => {
    const t = next;
    const files = readSeedFiles();
    const misspell = (text: string) => text.replace("strategy: per_source_document", "strategy: __proto__");
    const recipes = files.recipes.map((file) => ({ ...file, text: misspell(file.text) }));
    const { warnings } = await seedProcesses(t.database, { ...files, recipes });
    expect(warnings).toEqual([expect.stringContaining("__proto__")]);
    const process = await t.database.asSystem((db) => latestProcess(db, "classic"));
    expect(process.stages[1]?.recipe.steps[0]).toMatchObject({
      strategy: "per_source_document",
      strategyAsWritten: "__proto__",
    });
  });
});
