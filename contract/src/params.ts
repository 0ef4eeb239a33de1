import { z } from "zod";
import { DocumentId, JobId, ProjectId, SessionId } from "./ids.ts";

/** Path parameters that several routes share. */
export const projectParams = z.object({ projectId: ProjectId });
export const sessionParams = z.object({ sessionId: SessionId });
export const stageParams = sessionParams.extend({ stage: z.string() });
/** A claim or a question by its number in the session. */
export const numberedParams = sessionParams.extend({ number: z.coerce.number().int().min(1).max(2_000_000_000) });
export const documentParams = z.object({ documentId: DocumentId });
export const jobParams = z.object({ jobId: JobId });
