import type { ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import { AppError, type Tx } from "#platform";

export async function findProject(db: Tx, id: ProjectId): Promise<{ name: string; slug: string }> {
  const { rows } = await sql<{ name: string; slug: string }>`select name, slug from projects where id = ${id}`.execute(
    db,
  );
  if (!rows[0]) throw new AppError("not_found", `There is no project ${id}.`, { remedies: [{ do: "see-projects" }] });
  return rows[0];
}

/** The versions of processes and domains that the project's sessions started with. */
export async function templatesOf(db: Tx, id: ProjectId): Promise<{ processes: string[]; domains: string[] }> {
  const { rows } = await sql<{ process: string; domain: string | null }>`
    select process_template_id as process, domain_id as domain from sessions where project_id = ${id}`.execute(db);
  return {
    processes: [...new Set(rows.map((row) => row.process))],
    domains: [...new Set(rows.flatMap((row) => row.domain ?? []))],
  };
}
