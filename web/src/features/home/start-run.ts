import type { Session } from "@dialectic/contract";
import { client } from "../../api/client.ts";
import { createIntentKeys } from "../../api/intent-keys.ts";
import { storage } from "../../drafts/drafts.ts";
import { randomKey } from "../../money/top-up-keys.ts";
import type { RunChoice } from "./run-choice.ts";

const projectKeys = createIntentKeys("create-project", { newKey: randomKey, storage });
const sessionKeys = createIntentKeys("create-session", { newKey: randomKey, storage });

/** Makes a session of the project and starts its first stage: once, however often this is pressed before it is answered. */
export async function startSession(
  projectId: string,
  { choice, budget }: { choice: RunChoice; budget: string | undefined },
): Promise<Session> {
  const body = { ...choice, start: true, ...(budget && { budget }) };
  const idempotencyKey = sessionKeys.keyFor(JSON.stringify([projectId, body]));
  const session = await client.createSession({ params: { projectId }, body, idempotencyKey });
  sessionKeys.done();
  return session;
}

type NewRun = {
  brief: string;
  /** Stands for the brief, which may be long. */
  briefId: string | null;
  briefName: string | undefined;
  choice: RunChoice;
  budget: string | undefined;
};

/** Makes a project and a session of it. The project's key is kept until there is a session: the second request can be refused. */
export async function startRun({ brief, briefId, briefName, choice, budget }: NewRun): Promise<Session> {
  const { process } = choice;
  const body = { brief, process, ...(briefName && { briefName }) };
  const idempotencyKey = projectKeys.keyFor(JSON.stringify([briefId, process, briefName]));
  const project = await client.createProject({ body, idempotencyKey });
  const session = await startSession(project.id, { choice, budget });
  projectKeys.done();
  return session;
}
