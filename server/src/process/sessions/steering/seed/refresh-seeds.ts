import type { ProjectId } from "@dialectic/contract";
import type { Tx } from "#platform";
import { lockSession } from "#projects";
import { refreshSeed } from "./refresh-seed.ts";
import { sessionsWithSeeds } from "./seed-prompt.store.ts";

/** Rebuilds the seed prompts of all sessions of a project, after a change to the whole project, such as a new fact. */
export async function refreshSeeds(db: Tx, projectId: ProjectId): Promise<void> {
  for (const id of await sessionsWithSeeds(db, projectId)) {
    await refreshSeed(db, await lockSession(db, id));
  }
}
