import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runQuery } from "./run-query.ts";

const facts = {
  table: "facts",
  columns: ["number", "statement"],
  rows: [
    [1, "Guests: 300"],
    [2, "Place: Ulm"],
  ],
};

const folder = mkdtempSync(join(tmpdir(), "dialectic-query-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a statement in a separate process", () => {
  const run = (statement: string, signal = new AbortController().signal) => runQuery([facts, { statement }], signal);

  it("returns rows if it only reads, and statements after it are not run", async () => {
    const answer = { columns: ["n"], rows: [["2"]], isCut: false };
    expect(await run("select count(*) as n from facts")).toEqual(answer);
    expect(await run("select count(*) as n from facts; delete from facts; select 1")).toEqual(answer);
  });

  it.each([
    ["a setting", "select set_config('dialectic.user_id', '00000000-0000-0000-0000-000000000000', false)"],
    ["a role", "set role postgres"],
    ["the role before", "reset role"],
    ["a sequence", "select nextval('events_seq')"],
    ["a notification", "select pg_notify('jobs', '')"],
    ["a large object", "select lo_import('/etc/passwd')"],
    ["a file of the server", "select pg_read_file('/etc/passwd')"],
    ["another server", "select * from dblink('host=127.0.0.1', 'select 1')"],
    ["copy", "copy (select 1) to program 'id'"],
    ["a lock", "select pg_advisory_lock(1)"],
    ["other sessions", "select query from pg_stat_activity"],
    ["the catalogue", "select relname, reltuples from pg_class"],
    ["a table of the program", "select * from wallet_accounts"],
    ["users", "select * from users"],
    ["a write", "delete from facts"],
    ["a write in a common table expression", "with gone as (delete from facts returning *) select * from gone"],
    ["an insert from a select", "with x as (select 1) insert into facts (number) select * from x"],
    ["a table", "create table mine as select * from facts"],
    ["a view", "create temp view mine as select * from facts"],
    ["another database", `attach '${join(folder, "attached.db")}' as other`],
    ["a copy on disk", `vacuum into '${join(folder, "vacuumed.db")}'`],
    ["a pragma", "pragma query_only = off"],
    ["a pragma as a table", "select * from pragma_database_list"],
    ["an extension", "select load_extension('x.so')"],
    ["a file", "select readfile('/etc/passwd')"],
    ["a file to write", `select writefile('${join(folder, "written")}', 'x')`],
    ["a transaction", "begin immediate"],
    ["nothing", "   "],
    ["a virtual table", "create virtual table v using fts5(x)"],
    ["a large value", "select length(randomblob(900000000))"],
    ["a deep expression", `select ${"not ".repeat(2_000)}1`],
  ])("is refused: %s", async (_, sql) => {
    expect(await run(sql)).toEqual({ error: expect.any(String) });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("returns at most 200 rows and 500 characters per cell, and reports that there is more", async () => {
    const counting = "with recursive r (n) as (select 1 union all select n + 1 from r limit 5000) select n from r";
    const answer = await run(`select printf('%.*c', 100000, 'x') as x from (${counting})`);
    if ("error" in answer) throw new Error(answer.error);
    expect(answer).toMatchObject({ columns: ["x"], isCut: true });
    expect(answer.rows).toHaveLength(200);
    expect(answer.rows[0]?.[0]).toHaveLength(501);
  });

  it.each([
    ["counts for ever", "with recursive r (n) as (select 1 union all select n + 1 from r) select count(*) from r"],
    [
      "joins everything with everything",
      `with recursive r (n) as (select 1 union all select n + 1 from r limit 10000)
       select count(*) from r a, r b, r c where a.n * b.n + c.n = -1`,
    ],
    [
      "fills memory",
      `select count(*) from (
         with recursive r (n) as (select 1 union all select n + 1 from r) select hex(randomblob(5000)) as b from r order by b)`,
    ],
  ])("is stopped when it %s", { timeout: 30_000 }, async (_, sql) => {
    await expect(run(sql)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("was stopped"),
    });
  });

  it("is stopped when the exchange is aborted, and does not block waiting statements", async () => {
    const endless = "with recursive r (n) as (select 1 union all select n + 1 from r) select count(*) from r";
    const controller = new AbortController();
    const asking = Promise.allSettled(Array.from({ length: 4 }, () => run(endless, controller.signal)));
    setTimeout(() => controller.abort(), 300);
    expect((await asking).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    expect(await run("select 1 as n")).toMatchObject({ rows: [["1"]] });
  });
});
