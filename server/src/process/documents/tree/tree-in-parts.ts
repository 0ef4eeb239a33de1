import type { ProjectId } from "@dialectic/contract";
import { batchBytes, prefetch, type Tx } from "#platform";
import { type BoardFiles, frameFiles, type TreeFile } from "./project-files.ts";
import * as store from "./project-tree.store.ts";

/** Texts of so many bytes are read at once, or a single one that is larger; two such parts are in memory. */
const partBytes = 2 * 2 ** 20;

/** The files of a project's tree as an export has them, a few at a time, so that the size of a project costs no memory. Read it in one snapshot. */
export async function* treeInParts(db: Tx, projectId: ProjectId, boardFiles: BoardFiles): AsyncGenerator<TreeFile[]> {
  yield await frameFiles(db, projectId, { boardFiles, summed: true });
  const parts = batchBytes(await store.writtenPlaces(db, projectId), partBytes);
  const counts = parts.map((part) => part.length);
  yield* prefetch(store.writtenInTurn(db, projectId, counts));
}
