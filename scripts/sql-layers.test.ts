import { appendFileSync, cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeSql, problemsIn } from "./check/sql-layers.ts";
import { repository } from "./repository.ts";

const jobs = "server/src/engine/jobs";
const memory = "server/src/llm/memory/schema.sql";

/** Each of these reads a table or calls a function of a higher module; the check must find all of them. */
const planted = [
  { what: "a query of a store", file: `${jobs}/up.store.ts`, text: "sql`select 1\nfrom sessions`;" },
  {
    what: "a query inside another query",
    file: `${jobs}/hole.store.ts`,
    text: `sql\`a $${"{"}sql\`join sessions\`} b\`;`,
  },
  { what: "a table name passed to Kysely", file: `${jobs}/built.store.ts`, text: 'db.selectFrom("sessions as s");' },
  { what: "a join", file: `${jobs}/join.store.ts`, text: 'query.innerJoin("sessions", "a", "b");' },
  {
    what: "a name that a query of a store takes as a parameter",
    file: `${jobs}/named.store.ts`,
    text: 'const copied = [{ name: "sessions" }];',
  },
  { what: "the type of a row", file: `${jobs}/row.ts`, text: 'type Row = Tables["sessions"];' },
  {
    what: "a function",
    file: memory,
    text: "create function planted_read() returns int language sql as $$\n  select count(*) from sessions\n$$;",
  },
  {
    what: "a call of a function",
    file: memory,
    text: "create function planted_call() returns void language sql as $$\n  select delete_project(new_id())\n$$;",
  },
  {
    what: "a trigger",
    file: memory,
    text: "create trigger planted after insert on sessions for each row execute function refuse_change();",
  },
  {
    what: "a trigger's function",
    file: memory,
    text: "create trigger planted after insert on jobs execute function stage_event();",
  },
  { what: "a view", file: memory, text: "create view planted_view as select * from stage_runs;" },
  {
    what: "a foreign key",
    file: memory,
    text: "alter table memory_sources add foreign key (session_id) references sessions;",
  },
  { what: "an argument of a procedure", file: memory, text: "call protect('sessions');" },
];

/** None of these uses a higher module, so the check must find nothing. */
const allowed = [
  { what: "a table of a lower module", file: `${jobs}/down.store.ts`, text: "sql`select from users`;" },
  {
    what: "a literal type of a store that is spelled like a table",
    file: `${jobs}/word.store.ts`,
    text: 'export type Reason = "sessions" | null;',
  },
  { what: "a comment", file: memory, text: "-- sessions are above" },
  { what: "a string", file: memory, text: "create function planted_string() returns text return 'sessions';" },
  {
    what: "a column that is named like a table",
    file: memory,
    text: "create view planted_column as select s.sessions from memory_sources s;",
  },
  { what: "a test", file: `${jobs}/planted.test.ts`, text: "sql`select from sessions`;" },
];

// A copy, so that planted files do not disturb other processes.
const copy = mkdtempSync(join(tmpdir(), "dialectic-sql-"));
beforeAll(() => {
  const files = globSync("server/src/**/{*.ts,schema.sql}", { cwd: repository });
  for (const path of ["layers.json", ...files]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(repository, path), join(copy, path));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function judgeWith({ file, text }: { file: string; text: string }): string[] {
  const place = join(copy, file);
  appendFileSync(place, `\n${text}\n`);
  try {
    return judgeSql(copy).problems;
  } finally {
    if (file === memory) cpSync(join(repository, file), place);
    else rmSync(place);
  }
}

describe("the SQL of this repository", () => {
  it("names only tables and functions of its own module or of lower modules, and defines each of them once", () => {
    expect(problemsIn(judgeSql(repository))).toEqual([]);
  });
});

describe("a table or function of a higher module", () => {
  it.each(planted)("is found in $what", ({ file, text }) => {
    expect(judgeWith({ file, text })).toEqual([
      expect.stringMatching(`^${file}:\\d+: \\w+ belongs to process/projects, above `),
    ]);
  });

  it("is reported with its line", () => {
    expect(judgeWith({ file: `${jobs}/up.store.ts`, text: "sql`select 1\nfrom sessions`;" })).toEqual([
      `${jobs}/up.store.ts:3: sessions belongs to process/projects, above engine/jobs`,
    ]);
  });
});

it.each(allowed)("allows $what", ({ file, text }) => {
  expect(judgeWith({ file, text })).toEqual([]);
});

it("finds a table or function that is defined twice", () => {
  expect(judgeWith({ file: memory, text: "create table users (id uuid);" })).toEqual([
    expect.stringMatching(`^${memory}:\\d+: users is defined in engine/access, too$`),
  ]);
});

it("reports a problem if too few schemas or queries were read", () => {
  expect(problemsIn({ schemas: 2, queries: 900, problems: [] })).toHaveLength(1);
  expect(problemsIn({ schemas: 20, queries: 9, problems: [] })).toHaveLength(1);
});
