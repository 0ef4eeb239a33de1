import type { UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "#platform";
import { addUser, engines, type TestApp, testApp } from "#test";
import { filesIn, importFile, writeTestExport, zipFolder } from "../../../exports/exports.fixture.ts";
import {
  cellMutants,
  countRows,
  deepMutants,
  type Files,
  graphMutants,
  type Mutant,
  rowMutants,
  templateMutants,
} from "../../../exports/forged/mutants.fixture.ts";
import { richProject } from "../../../exports/forged/rich-project.fixture.ts";
import { writeExport } from "../../../exports/index.ts";
import { exportedTables } from "../../../exports/rows/tables.store.ts";
import { openHttp } from "../http.fixture.ts";
import { addFacts } from "./add-facts.fixture.ts";
import { useProject } from "./use-project.fixture.ts";

const { fresh, remove } = zipFolder();
afterAll(remove);

/** Another seed tries other mutants. Each mutant takes 0.1 to 1 s; ARCHITECTURE.md has the command for a long run. */
const seed = Number(process.env.DIALECTIC_FORGED_SEED ?? 20_261_118);
const mostMutants = Number(process.env.DIALECTIC_FORGED_MUTANTS ?? 30);
const engine = engines.at(-1) ?? "pglite";

/** Picks the same numbers for the same seed. */
function pickFrom(start: number): (count: number) => number {
  let state = start;
  return (count) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

describe(`forged exports on ${engine}, with seed ${seed}`, () => {
  let t: TestApp;
  let files: Files;
  const tables = exportedTables.map(({ name }) => name);
  const manifest = { project: { name: "" } };

  beforeAll(async () => {
    t = await testApp(engine);
    const session = await richProject(t);
    await addFacts(t, session);
    const { projectId, projectName } = session;
    const file = fresh();
    await writeExport(t.ctx, { projectId, file });
    files = await filesIn(file);
    files.delete("manifest.json");
    manifest.project.name = projectName;
  }, 120_000);
  afterAll(() => t?.[Symbol.asyncDispose]());

  const forged = async ({ change }: Mutant): Promise<string> => {
    const changed = new Map(files);
    change(changed);
    const file = fresh();
    await writeTestExport(file, changed, { ...manifest, rows: countRows(changed, tables) });
    return file;
  };
  const rowsOf = async (userId: UserId): Promise<Record<string, number>> => {
    const { rows } = await t.database.asOwner((db) =>
      sql<{ table: string; count: number }>`${sql.join(
        tables.map(
          (name) =>
            sql`select ${name} as table, count(*)::int as count from ${sql.table(name)} where owner_id = ${userId}`,
        ),
        sql` union all `,
      )}`.execute(db),
    );
    return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ table, count }) => [table, count]));
  };
  const openJobs = async (userId: UserId): Promise<unknown[]> =>
    (
      await t.database.asOwner((db) =>
        sql`select id, status from jobs where owner_id = ${userId} and not job_is_over(status)`.execute(db),
      )
    ).rows;

  it("are made from a project that has rows in every table", () => {
    expect(Object.entries(countRows(files, tables)).filter(([, count]) => count === 0)).toEqual([]);
  });

  it("are refused with the place of the fault, or become projects that can be used and deleted", async () => {
    const pick = pickFrom(seed);
    const cells = [...cellMutants(files, tables, pick), ...deepMutants(files, tables)];
    const all = [...rowMutants(tables), ...cells, ...templateMutants(files)];
    const picked = Array.from({ length: mostMutants }, () => all[pick(all.length)]).filter((one) => one !== undefined);
    // A template with a text that the database cannot store was once refused without naming the place of the fault.
    const unstorable = templateMutants(files).filter(({ name }) => /strategy is NUL$/.test(name));
    expect(unstorable).not.toEqual([]);
    const chosen = [...unstorable, ...picked];
    const outcomes = { refused: 0, used: 0 };
    for (const mutant of chosen) {
      const user = await addUser(t.database);
      const file = await forged(mutant);
      const outcome = await importFile({ ...t.ctx, db: t.database.as(user) }, file).catch((error: unknown) => error);
      if (outcome instanceof Error) {
        expect(outcome, mutant.name).toBeInstanceOf(AppError);
        expect(outcome, mutant.name).toMatchObject({
          code: "damaged_export",
          details: { table: expect.any(String), row: expect.any(Number) },
        });
        outcomes.refused += 1;
      } else {
        const { id: projectId } = outcome as Awaited<ReturnType<typeof importFile>>;
        expect(await openJobs(user), mutant.name).toEqual([]);
        const http = openHttp(t, user);
        expect(await useProject(http, projectId), mutant.name).toEqual([]);
        http.close();
        outcomes.used += 1;
      }
      expect(await rowsOf(user), mutant.name).toEqual({});
    }
    expect(outcomes.refused).toBeGreaterThan(mostMutants / 2);
    expect(outcomes.used).toBeGreaterThan(0);
  }, 1_200_000);

  it("are refused if rows refer to each other in a cycle", async () => {
    for (const mutant of graphMutants(files)) {
      await expect(importFile(t.ctx, await forged(mutant)), mutant.name).rejects.toMatchObject({
        code: "damaged_export",
      });
    }
  });
});
