import type { ProjectId } from "@dialectic/contract";
import { AppError } from "#platform";

/** The project of a conversation. Throws if it is about none. */
export function projectOf(projectId: ProjectId | null): ProjectId {
  if (projectId !== null) return projectId;
  throw new AppError("invalid_input", "This conversation is about no project.");
}
