import type { NamedThing, Noun } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#platform";

export type IdMatch = {
  beginning: { text: string; low: string; high: string } | null;
  /** Eight characters with which an id may end; null if the name has another length. */
  end: string | null;
};

/** A row with the ids that precede and follow it, from which its shortest unique prefix is computed. */
export type NamedRow = Omit<NamedThing, "beginning"> & { previous: string | null; following: string | null };

const most = 50;

/** `ids` is the query to search, with an index-only scan; `of` returns the rows for the ids that were found. */
const things: Record<Noun, { ids: RawBuilder<unknown>; of: RawBuilder<unknown> }> = {
  project: {
    ids: sql`projects t where true`,
    of: sql`select id, name, id as "projectId", slug as folder from projects`,
  },
  session: {
    ids: sql`sessions t where true`,
    of: sql`
      select s.id, p.name, p.id as "projectId", p.slug as folder
      from sessions s
      join projects p on p.id = s.project_id`,
  },
  document: {
    ids: sql`documents t where true`,
    of: sql`
      select d.id, d.title as name, p.id as "projectId", p.slug as folder
      from documents d
      join projects p on p.id = d.project_id`,
  },
  job: {
    ids: sql`jobs t where t.depth >= 0`,
    of: sql`
      select j.id, coalesce(j.label, j.kind) as name, p.id as "projectId", p.slug as folder
      from jobs j
      left join projects p on p.id = j.project_id`,
  },
};

async function named(db: Tx, noun: Noun, ids: RawBuilder<unknown>): Promise<NamedRow[]> {
  const all = things[noun].ids;
  const { rows } = await sql<NamedRow>`
    select thing.*,
      (select t.id from ${all} and t.id < thing.id order by t.id desc limit 1) as previous,
      (select t.id from ${all} and t.id > thing.id order by t.id limit 1) as following
    from (${things[noun].of}) thing
    where thing.id in (${ids})
    order by thing.id desc
    limit ${most}`.execute(db);
  return rows;
}

/**
 * Prefixes are found with an index. For suffixes, all ids of the user are scanned, which takes about 50 ms for 100,000 ids.
 */
function matching(noun: Noun, { beginning, end }: IdMatch): RawBuilder<unknown> {
  const { ids } = things[noun];
  const ways = [
    ...(beginning
      ? [
          sql`
            select t.id from ${ids}
              and t.id between ${beginning.low}::uuid and ${beginning.high}::uuid
              and starts_with(t.id::text, ${beginning.text})
            order by t.id desc
            limit ${most}`,
        ]
      : []),
    ...(end ? [sql`select t.id from ${ids} and right(t.id::text, 8) = ${end} order by t.id desc limit ${most}`] : []),
  ];
  return ways.length === 0
    ? sql`select null::uuid`
    : sql.join(
        ways.map((way) => sql`(${way})`),
        sql` union `,
      );
}

export const byId = (db: Tx, { noun, match }: { noun: Noun; match: IdMatch }): Promise<NamedRow[]> =>
  named(db, noun, matching(noun, match));

/** The newest session of each project. */
const newest = (projects: RawBuilder<unknown>) => sql`
  select s.id
  from (${projects}) p (id)
  cross join lateral (select id from sessions where project_id = p.id order by id desc limit 1) s`;

export const newestSessionOf = (db: Tx, { match }: { match: IdMatch }): Promise<NamedRow[]> =>
  named(db, "session", newest(matching("project", match)));

export function byFolder(db: Tx, { noun, folder }: { noun: Noun; folder: string }): Promise<NamedRow[]> {
  const project = sql`select id from projects where slug = ${folder}`;
  return named(db, noun, noun === "session" ? newest(project) : project);
}
