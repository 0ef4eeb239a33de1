import { z } from "zod";
import { JobId, ProjectId, SessionId } from "./ids.ts";

/**
 * The remedy for an error: a verb and its subject. The error's message says what is wrong and names no command
 * and no page; the CLI and the web app word the remedy.
 */
export const Remedy = z.discriminatedUnion("do", [
  z.object({
    do: z.enum(["see-projects", "see-sessions", "see-models", "see-embeddings", "see-keys", "see-board", "see-waits"]),
  }),
  z.object({ do: z.enum(["see-questions", "see-claims", "restore-session"]), sessionId: SessionId }),
  z.object({ do: z.enum(["start-stage", "cancel-stage"]), sessionId: SessionId, stage: z.string() }),
  z.object({ do: z.literal("cancel-job"), jobId: JobId }),
  z.object({ do: z.literal("choose-extractor"), projectId: ProjectId }),
  z.object({ do: z.literal("top-up"), dollars: z.string() }),
  z.object({ do: z.literal("store-key"), provider: z.string() }),
  /** `keyEnv` names the environment variable of the key; null if the key is stored. */
  z.object({ do: z.literal("allow-host"), origin: z.string(), keyEnv: z.string().nullable() }),
  /** Remedies for the operator of the installation; the API has no operation for them. */
  z.object({ do: z.enum(["migrate", "examine", "export-with-old-build", "import-with-this-build"]) }),
]);
export type Remedy = z.infer<typeof Remedy>;
