import type { Event } from "@dialectic/contract";
import { keys } from "../api/queries.ts";

/** Which answers a change makes old. The text of a document changes only when somebody edits it. */
export function affectedQueries(event: Event): (readonly string[])[] {
  // Words on their way change no answer; several come each second.
  if (event.kind === "text.streamed") return [];
  const affected: (readonly string[])[] = [];
  // The session's name is the beginning of its documents' name too.
  if (event.sessionId) affected.push(keys.session(event.sessionId));
  // A list of projects shows where each one stands, so whatever happens inside one concerns it.
  if (event.projectId || event.kind.startsWith("project.")) affected.push(keys.projects);
  if (event.kind === "document.edited") affected.push(keys.document(String(event.data["documentId"])));
  if (event.kind.startsWith("notification.")) affected.push(keys.notifications);
  // The statement's name begins with the wallet's.
  if (event.kind.startsWith("wallet.")) affected.push(keys.wallet);
  // A job that pauses or goes on waits to be paid, or no longer does; how much it lacks depends on what is free.
  if (/^(job|wallet)\./.test(event.kind)) affected.push(keys.waits);
  if (changesInbox(event.kind)) affected.push(keys.inbox);
  return affected;
}

/** Jobs that are claimed or completed are most of all events, and nobody waits for either. */
const changesInbox = (kind: string): boolean =>
  kind.startsWith("job.")
    ? kind !== "job.processing" && kind !== "job.completed"
    : /^(session|stage|question|claim|card|finding|wallet|project)\.|^document\.edited$/.test(kind);
