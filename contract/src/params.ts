import { z } from "zod";
import { DocumentId, JobId, ProjectId, SessionId } from "./ids.ts";

/** What stands in the paths of several routes. */
export const projectParams = z.object({ projectId: ProjectId });
export const sessionParams = z.object({ sessionId: SessionId });
export const stageParams = sessionParams.extend({ stage: z.string() });
export const documentParams = z.object({ documentId: DocumentId });
export const jobParams = z.object({ jobId: JobId });
