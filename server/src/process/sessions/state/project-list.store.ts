import type { Project, ProjectId, ProjectSummary } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import { type Cursor, containsWords, cursorAt, examinedRows, lastExamined, place, placeOf, type Tx } from "#platform";
import { stagesOfSession } from "./standing.store.ts";

export type ProjectSummaryRow = Omit<ProjectSummary, "createdAt" | "latestSession"> & {
  created_at: Date;
  latest: ProjectSummary["latestSession"];
};
export type ProjectRow = ProjectSummaryRow & Pick<Project, "brief" | "overlay">;

const summary = sql`
  p.id, p.name, p.slug, p.domain, p.process, p.created_at,
  (select jsonb_build_object(
      'id', s.id,
      'status', s.status,
      'currentStage', s.current_stage,
      'iteration', s.iteration,
      'models', s.models,
      'stages', ${stagesOfSession})
    from sessions s
    where s.project_id = p.id
    order by s.created_at desc, s.id desc
    limit 1) as latest`;

export async function findProject(db: Tx, id: ProjectId): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select ${summary}, p.brief, p.overlay
    from projects p
    where p.id = ${id}`.execute(db);
  return rows[0];
}

export type ProjectFilter = { search?: string | undefined; after?: Cursor | undefined };

/** Sorts projects newest first. An index provides this order for each owner. */
const inOrder = (columns: RawBuilder<unknown>, { after }: ProjectFilter) => sql`
  select ${columns}
  from projects
  ${after ? sql`where ${place} < ${placeOf(after)}` : sql``}
  order by created_at desc, id desc`;

/** The progress of stages is read only for the rows of the page. */
export async function pageOfProjects(
  db: Tx,
  { limit, ...filter }: ProjectFilter & { limit: number },
): Promise<(ProjectSummaryRow & { cursor: string })[]> {
  const columns = sql`id, name, slug, domain, process, created_at`;
  const found = filter.search
    ? sql`
      select *
      from (${inOrder(columns, filter)} limit ${examinedRows}) examined
      where ${containsWords(sql`concat_ws(' ', name, slug)`, filter.search)}
      order by created_at desc, id desc`
    : inOrder(columns, filter);
  const { rows } = await sql<ProjectSummaryRow & { cursor: string }>`
    select ${summary}, ${cursorAt(sql`p.created_at`, sql`p.id`)} as cursor
    from (${found} limit ${limit}) p
    order by p.created_at desc, p.id desc`.execute(db);
  return rows;
}

export const lastExaminedProject = (db: Tx, filter: ProjectFilter): Promise<string | null> =>
  lastExamined(db, inOrder(sql`${cursorAt(sql`created_at`, sql`id`)} as cursor`, filter));
