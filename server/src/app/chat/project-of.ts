import type { ProjectId } from "@dialectic/contract";
import { AppError } from "#platform";

/** The project of a conversation. Throws if the conversation is not about a project. */
export function projectOf(projectId: ProjectId | null): ProjectId {
  if (projectId !== null) return projectId;
  throw new AppError("invalid_input", "This conversation is not about a project.");
}
