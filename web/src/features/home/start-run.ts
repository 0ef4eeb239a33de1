import type { Session } from "@dialectic/contract";
import { client } from "../../api/client.ts";
import { createIntentKeys } from "../../api/intent-keys.ts";
import { storage } from "../../parts/drafts/drafts.ts";
import { randomKey } from "../../parts/money/top-up-keys.ts";
import type { RunChoice } from "./run-choice.ts";

const projectKeys = createIntentKeys("create-project", { newKey: randomKey, storage });
const sessionKeys = createIntentKeys("create-session", { newKey: randomKey, storage });

/**
 * Creates a session and starts its first stage. If the request is repeated because no response arrived, still only one
 * session is created.
 */
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
  /** Identifies the brief. Its text may be too long to be part of a key. */
  briefId: string | null;
  briefName: string | undefined;
  choice: RunChoice;
  budget: string | undefined;
};

/**
 * Creates a project and a session for it. The project's idempotency key is kept until the session exists, because the second
 * request may fail.
 */
export async function startRun({ brief, briefId, briefName, choice, budget }: NewRun): Promise<Session> {
  const { process } = choice;
  const body = { brief, process, ...(briefName && { briefName }) };
  const idempotencyKey = projectKeys.keyFor(JSON.stringify([briefId, process, briefName]));
  const project = await client.createProject({ body, idempotencyKey });
  const session = await startSession(project.id, { choice, budget });
  projectKeys.done();
  return session;
}
