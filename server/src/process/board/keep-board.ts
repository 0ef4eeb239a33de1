import type { ProjectId } from "@dialectic/contract";
import type { UserDb } from "#platform";
import { readBoardFolder, writeBoardFolder } from "./board-folder.ts";
import { syncBoard } from "./sync-board.ts";

/** The folders that this process is syncing. A second caller for the same folder waits for the first. */
const underWay = new Map<string, Promise<void>>();

/** Syncs the board with the files in a project's folder, in a process that can access both. */
export async function keepBoard(ctx: { db: UserDb }, input: { projectId: ProjectId; dir: string }): Promise<void> {
  const { dir } = input;
  const before = underWay.get(dir);
  const own = (before ?? Promise.resolve()).catch(() => undefined).then(() => syncFolder(ctx, input));
  underWay.set(dir, own);
  try {
    await own;
  } finally {
    if (underWay.get(dir) === own) underWay.delete(dir);
  }
}

async function syncFolder(ctx: { db: UserDb }, { projectId, dir }: { projectId: ProjectId; dir: string }) {
  const folder = await readBoardFolder(dir);
  const synced = await syncBoard(ctx, { projectId, ...folder });
  await writeBoardFolder(dir, { read: folder.files, ...synced });
}
