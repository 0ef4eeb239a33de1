import type { Event } from "@dialectic/contract";
import { keys } from "../api/queries.ts";

/** The keys of the queries that an event invalidates. The text of a document is invalidated only by an edit. */
export function affectedQueries(event: Event): (readonly string[])[] {
  // Events with streamed text are ignored, because they change no answer and several of them arrive per second.
  if (event.kind === "text.streamed") return [];
  const affected: (readonly string[])[] = [];
  // The key of a session's documents starts with the session's key, so this covers them as well.
  if (event.sessionId) affected.push(keys.session(event.sessionId));
  // A list of projects shows the status of each project, so every event of a project affects it.
  if (event.projectId || event.kind.startsWith("project.")) affected.push(keys.projects);
  if (event.projectId && changesKnowledge.test(event.kind)) {
    affected.push(keys.knowledge(event.projectId));
    // A fact that no longer holds may make documents stale in any session of the project.
    if (event.kind.startsWith("fact.")) affected.push(["session"]);
  }
  // The lines of all projects use the catalogue and its prices.
  if (event.kind.startsWith("catalogue.")) affected.push(["knowledge"]);
  if (event.kind === "document.edited") affected.push(keys.document(String(event.data["documentId"])));
  if (event.kind.startsWith("notification.")) affected.push(keys.notifications);
  // The statement's key starts with the wallet's key.
  if (event.kind.startsWith("wallet.")) affected.push(keys.wallet);
  // A job may begin or stop waiting for money, and a change of the balance changes the missing amounts.
  if (/^(job|wallet)\./.test(event.kind)) affected.push(keys.waits);
  if (changesInbox(event.kind)) affected.push(keys.inbox);
  if (/^(conversation|exchange)\./.test(event.kind)) {
    affected.push(keys.conversations, keys.conversation(String(event.data["conversationId"])));
  }
  return affected;
}

const changesKnowledge = /^(fact|parse|block|item|catalogue|price)/;

/** Most events are about jobs that start or complete, which never changes the inbox. */
const changesInbox = (kind: string): boolean =>
  kind.startsWith("job.")
    ? kind !== "job.processing" && kind !== "job.completed"
    : /^(session|stage|question|claim|card|finding|wallet|project)\.|^document\.edited$/.test(kind);
