import type { Event } from "@dialectic/contract";
import { keys } from "../api/queries.ts";

/** Which answers a change makes old. Documents are not among them: they are never changed, only made. */
export function affectedQueries(event: Event): (readonly string[])[] {
  const affected: (readonly string[])[] = [];
  // The session's name is the beginning of its documents' name too.
  if (event.sessionId) affected.push(keys.session(event.sessionId));
  // A list of projects shows where each one stands, so whatever happens inside one concerns it.
  if (event.projectId || event.kind.startsWith("project.")) affected.push(keys.projects);
  if (event.kind.startsWith("notice.")) affected.push(keys.notices);
  return affected;
}
