import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, openPaths, openUmask, type TestDatabase, testDatabase } from "#test";
import { assertIsolation, createSecret, ensureLocalUser, isSecret, keepSecret, localUserId } from "./index.ts";

function folder() {
  const path = mkdtempSync(join(tmpdir(), "dialectic-access-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

describe("the secret", () => {
  it("is made once, kept, and readable by its owner only", () => {
    using data = folder();
    const secret = keepSecret(data.path);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(keepSecret(data.path)).toBe(secret);
    expect(readdirSync(data.path)).toEqual(["secret"]);
    chmodSync(join(data.path, "secret"), 0o644);
    keepSecret(data.path);
    expect(statSync(join(data.path, "secret")).mode & 0o777).toBe(0o600);
  });

  it.runIf(process.platform !== "win32")("is private from the start, even with an open umask", () => {
    using data = folder();
    using _ = openUmask();
    keepSecret(data.path);
    expect(openPaths(data.path)).toEqual([]);
  });

  it("is not replaced when its file contains something else", () => {
    using data = folder();
    writeFileSync(join(data.path, "secret"), "short");
    expect(() => keepSecret(data.path)).toThrow(/does not contain a secret/);
    expect(readFileSync(join(data.path, "secret"), "utf8")).toBe("short");
  });

  it("is accepted only if it matches in full", () => {
    const secret = createSecret();
    expect(isSecret(secret, secret)).toBe(true);
    for (const given of [undefined, "", secret.slice(1), `${secret} `, createSecret()]) {
      expect(isSecret(secret, given)).toBe(false);
    }
    expect(isSecret("", "")).toBe(false);
  });
});

describe.each(engines)("isolation on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("holds in a migrated database, and checking it leaves no rows behind", async () => {
    expect(await ensureLocalUser(t.database)).toBe(localUserId);
    await ensureLocalUser(t.database);
    await assertIsolation(t.database);
    const { rows } = await t.database.asOwner((db) =>
      sql<{ users: bigint; events: bigint }>`
        select (select count(*) from users) as users, (select count(*) from events) as events
      `.execute(db),
    );
    expect(rows).toEqual([{ users: 1n, events: 0n }]);
  });

  it.each([
    ["alter table notifications disable row level security", "alter table notifications enable row level security"],
    ["create policy everybody on events using (true)", "drop policy everybody on events"],
    ["create policy everybody on wallet_holds using (owner_id is not null)", "drop policy everybody on wallet_holds"],
    [
      "alter policy own_rows on documents using (true)",
      "alter policy own_rows on documents using (owner_id = acting_user())",
    ],
    [
      "create table notes_of_documents (document_id uuid references documents); grant select on notes_of_documents to dialectic_app",
      "drop table notes_of_documents",
    ],
    [
      "create table notes_of_people (project_id uuid, note text); grant select on notes_of_people to dialectic_app",
      "drop table notes_of_people",
    ],
    [
      "create table notes_by_column (project_id uuid, note text); grant select (note) on notes_by_column to dialectic_app",
      "drop table notes_by_column",
    ],
    [
      "create policy seen_with_whole on documents for select using (exists (select from users))",
      "drop policy seen_with_whole on documents",
    ],
    [
      "create policy add_to_own on jobs for insert with check (exists (select from users))",
      "drop policy add_to_own on jobs",
    ],
    ["create policy shared_rows on documents for select using (true)", "drop policy shared_rows on documents"],
    ["create policy shared_rows on users for select using (true)", "drop policy shared_rows on users"],
    [
      "create view everybodys_documents as select * from documents; grant select on everybodys_documents to dialectic_app",
      "drop view everybodys_documents",
    ],
    [
      "create materialized view kept_documents as select * from documents; grant select on kept_documents to dialectic_app",
      "drop materialized view kept_documents",
    ],
    ["alter table documents owner to dialectic_app", "alter table documents owner to current_user"],
  ])("is reported as broken after: %s", async (damage, repair) => {
    await t.database.asOwner((_, script) => script(damage));
    await expect(assertIsolation(t.database)).rejects.toMatchObject({ code: "unsafe_role" });
    await t.database.asOwner((_, script) => script(repair));
    await assertIsolation(t.database);
  });
});

describe.each(engines)("every table of users' rows on %s", (engine) => {
  it("is covered by the start-up check, which fails if a policy exposes the table to other users", async () => {
    await using t = await testDatabase(engine);
    const { rows } = await t.database.asOwner((db) =>
      sql<{
        name: string;
      }>`select tablename as name from pg_tables where schemaname = 'public' and rowsecurity`.execute(db),
    );
    expect(rows.length).toBeGreaterThan(40);
    for (const { name } of rows) {
      await t.database.asOwner((_, script) => script(`create policy opened on ${name} using (true)`));
      await expect(assertIsolation(t.database), name).rejects.toMatchObject({ code: "unsafe_role" });
      await t.database.asOwner((_, script) => script(`drop policy opened on ${name}`));
    }
    await assertIsolation(t.database);
  });
});
