import type { SessionSummary } from "@dialectic/contract";
import { AppError, type Page, readCursor, readPage } from "#platform";
import { moneyOfSessions } from "#wallet";
import type { SessionsCtx } from "../ctx.ts";
import * as store from "./list-sessions.store.ts";
import { findProject } from "./project-list.store.ts";

type Input = Partial<Omit<store.SessionFilter, "after">> & { after?: string | undefined; limit?: number };

/** One page of the sessions of a project, or of all projects of the acting user, newest first. */
export async function listSessions(
  ctx: Pick<SessionsCtx, "db">,
  { limit = 50, archived = true, after, ...given }: Input,
): Promise<Page<SessionSummary>> {
  const filter = { ...given, archived, after: readCursor(after) };
  return ctx.db.tx(async (db) => {
    if (filter.projectId && !(await findProject(db, filter.projectId)))
      throw new AppError("not_found", `There is no project ${filter.projectId}.`, {
        remedies: [{ do: "see-projects" }],
      });
    const page = await readPage({
      limit,
      rows: (most) => store.pageOfSessions(db, { ...filter, limit: most }),
      lastExamined: store.isFiltered(filter) ? () => store.lastExaminedSession(db, filter) : undefined,
    });
    const money = await moneyOfSessions(
      db,
      page.items.map(({ id }) => id),
    );
    return {
      ...page,
      items: page.items.map((row) => ({
        ...row,
        spent: String(money(row.id).spent),
        createdAt: row.createdAt.toISOString(),
      })),
    };
  });
}
