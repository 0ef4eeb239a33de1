import type { Project, Session } from "@dialectic/contract";
import { client } from "../../api/client.ts";
import type { RunChoice } from "./run-choice.ts";

/** Makes a session of the project and starts its first stage. */
export const startSession = (
  projectId: string,
  { choice, budget }: { choice: RunChoice; budget: string | undefined },
): Promise<Session> =>
  client.createSession({ params: { projectId }, body: { ...choice, start: true, ...(budget && { budget }) } });

type NewRun = { brief: string; briefName: string | undefined; choice: RunChoice; budget: string | undefined };

/**
 * Project and session are two requests, and the second can be refused. The project made by the first is kept
 * for the next try of the same brief: pressing Start again must not leave a second project behind.
 */
export function createStarter() {
  let made: { brief: string; project: Project } | null = null;
  return async ({ brief, briefName, choice, budget }: NewRun): Promise<Session> => {
    if (made?.brief !== brief) {
      const body = { brief, process: choice.process, ...(briefName && { briefName }) };
      made = { brief, project: await client.createProject({ body }) };
    }
    return startSession(made.project.id, { choice, budget });
  };
}
