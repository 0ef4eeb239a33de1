import type { Board, BoardCard, ProjectId } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import * as store from "./board.store.ts";

export async function getBoard(ctx: { db: UserDb }, input: { projectId: ProjectId }): Promise<Board> {
  return ctx.db.tx(async (db) => {
    if (!(await store.hasProject(db, input.projectId))) throw noProject(input.projectId);
    return { projectId: input.projectId, cards: (await store.cardsOf(db, input.projectId)).map(toCard) };
  });
}

export const noProject = (id: ProjectId): AppError =>
  new AppError("not_found", `There is no project ${id}.`, { remedies: [{ do: "see-projects" }] });

export const toCard = (row: store.CardRow): BoardCard => ({
  id: row.id,
  projectId: row.project_id,
  sessionId: row.session_id,
  iteration: row.iteration,
  number: row.number,
  milestone: row.milestone,
  title: row.title,
  column: row.board_column,
  items: row.items.map((item, index) => ({ number: index + 1, ...item })),
  path: row.path,
  supersededBy: row.superseded_by,
  supersededBecause: row.superseded_because,
  fileLostAt: row.file_lost_at?.toISOString() ?? null,
});
