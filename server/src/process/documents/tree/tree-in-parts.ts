import type { ProjectId } from "@dialectic/contract";
import { batchBytes, prefetch, type Tx } from "#platform";
import { createLinker } from "../links/create-linker.ts";
import { frameFiles, type TreeFile, type TreeSources } from "./project-files.ts";
import * as store from "./project-tree.store.ts";

/**
 * The size of a batch of texts in bytes. A larger text gets a batch of its own. At most two batches are in memory at a time.
 */
const partBytes = 2 * 2 ** 20;

/**
 * Yields the files of a project's tree for an export, in batches, so that memory use does not grow with the project. The
 * caller reads all batches in one snapshot.
 */
export async function* treeInParts(db: Tx, projectId: ProjectId, sources: TreeSources): AsyncGenerator<TreeFile[]> {
  yield await frameFiles(db, projectId, { ...sources, summed: true });
  const linker = await createLinker(db, { projectId }, sources.readNumbers);
  const parts = batchBytes(await store.writtenPlaces(db, projectId), partBytes);
  const counts = parts.map((part) => part.length);
  for await (const part of prefetch(store.writtenInTurn(db, projectId, counts))) yield part.map(linker.file);
}
