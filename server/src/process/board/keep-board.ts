import type { ProjectId } from "@dialectic/contract";
import type { UserDb } from "#platform";
import { readBoardFolder, writeBoardFolder } from "./board-folder.ts";
import { syncBoard } from "./sync-board.ts";

/** Folders that are being brought in step here: whoever comes meanwhile reads them when that is done. */
const underWay = new Map<string, Promise<void>>();

/** Brings the board and the files below a project's folder in step, in the program that has both. */
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
