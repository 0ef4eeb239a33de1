import { z } from "zod";
import { Finding } from "./findings.ts";
import { DocumentId, JobId, ProjectId, SessionId } from "./ids.ts";
import { Quote } from "./quotes.ts";
import { SessionStatus } from "./sessions.ts";
import { Money } from "./values.ts";

/** The single line that `dialectic run --json` prints. */
export const RunSummary = z.object({
  projectId: ProjectId,
  sessionId: SessionId,
  status: SessionStatus,
  stages: z.array(
    z.object({
      stage: z.string(),
      calls: z.int(),
      requests: z.int(),
      documents: z.array(
        z.object({ path: z.string(), model: z.string(), chunks: z.int(), findings: z.array(Finding) }),
      ),
    }),
  ),
  calls: z.int(),
  requests: z.int(),
  /** The number of open findings, including those of intermediate documents. */
  findings: z.int(),
  /** The render jobs that failed: their documents are saved, but some files are missing or outdated. */
  unrendered: z.array(z.object({ jobId: JobId, label: z.string().nullable(), message: z.string() })),
  spent: Money,
  /** The quote, for comparison with the actual cost. */
  quote: Quote.pick({ low: true, expected: true, high: true, free: true }).nullable(),
  /** The folder of the project's tree. */
  out: z.string(),
  /** The documents to read after a finished run, with the command that shows each. Null while the plan is not finished. */
  plan: z
    .object({
      iteration: z.int(),
      documents: z.array(z.object({ documentId: DocumentId, title: z.string(), path: z.string() })),
      command: z.string(),
    })
    .nullable(),
  board: z.object({ cards: z.int(), command: z.string() }).nullable(),
  export: z.object({ command: z.string() }).nullable(),
});
export type RunSummary = z.infer<typeof RunSummary>;
