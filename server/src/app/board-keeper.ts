import { existsSync } from "node:fs";
import type { ProjectId } from "@dialectic/contract";
import { keepBoard } from "#board";
import { projectFolder } from "#documents";
import type { Log } from "#platform";
import { getProject, type SessionsCtx } from "#sessions";

/** Writes the board's files in the background after the board has been changed in the app. */
export type BoardKeeper = {
  changed(ctx: SessionsCtx, projectId: ProjectId): void;
  /** Resolves when all requested writes are done. */
  settled(): Promise<void>;
};

/**
 * Runs at most one sync per project at a time. If the board changes during a sync, another one follows. A failure is logged,
 * and the next sync tries again. A project whose tree has been removed is not synced.
 */
export function createBoardKeeper({ dataDir, log }: { dataDir: string; log: Log }): BoardKeeper {
  const running = new Map<ProjectId, { again: boolean; done: Promise<void> }>();
  const sync = async (ctx: SessionsCtx, projectId: ProjectId) => {
    const { slug } = await getProject(ctx, { projectId });
    const { dir } = projectFolder(dataDir, { id: projectId, slug });
    if (existsSync(dir)) await keepBoard(ctx, { projectId, dir });
  };
  const run = async (ctx: SessionsCtx, projectId: ProjectId) => {
    const own = () => running.get(projectId);
    do {
      const state = own();
      if (state) state.again = false;
      await sync(ctx, projectId).catch((error: unknown) =>
        log.warn("The board's files could not be written; the next sync tries again.", { projectId, error }),
      );
    } while (own()?.again);
    running.delete(projectId);
  };
  return {
    changed(ctx, projectId) {
      const state = running.get(projectId);
      if (state) state.again = true;
      else {
        const begun = { again: false, done: Promise.resolve() };
        running.set(projectId, begun);
        begun.done = run(ctx, projectId);
      }
    },
    async settled() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
