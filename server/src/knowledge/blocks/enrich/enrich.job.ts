import { readFileSync } from "node:fs";
import { type Block, type Enrichment, JobId, type LedgerRecordId, type ProjectId } from "@dialectic/contract";
import { z } from "zod";
import { outcomeOf } from "#calls";
import { defineJobKind, enqueue, type JobKindDefinition } from "#jobs";
import {
  callExtractor,
  type ExtractorTools,
  findJsonList,
  type LedgerCtx,
  type OnFactsChanged,
  openChange,
  readRegistry,
  storableRaw,
} from "#ledger";
import { AppError, newId, type UserDb } from "#platform";
import { readBlocks } from "../read-blocks.ts";
import { renderBlocks } from "../render-blocks.ts";
import * as store from "./enrichments.store.ts";
import { judgeAdditions } from "./judge-additions.ts";

const maxAnswerTokens = 4_000;
const file = new URL("../../../../seed/enricher.md", import.meta.url);

/** The shape in which the enricher is asked to answer. An answer of another shape is still judged. */
const EnricherAnswer = z
  .object({
    additions: z.array(
      z.object({
        add: z.enum(["question", "checklist", "constraint", "note"]),
        block: z.string(),
        text: z.string(),
        key: z.string().optional(),
        severity: z.enum(["hard", "soft"]).optional(),
      }),
    ),
  })
  .catch((given) => given?.value as never);

/** Queues a call in which the project's extractor adds to the blocks. Called only when a person asks for additions. */
export async function enrichBlocks(ctx: LedgerCtx, { projectId }: { projectId: ProjectId }): Promise<Enrichment> {
  return ctx.db.tx(async (db) => {
    const { ledger } = await openChange(db, { projectId, onFactsChanged: undefined });
    const model = ledger.extractor;
    if (model === null) {
      throw new AppError(
        "conflict",
        "The project has no extractor, so no model reads its turns. Choose a model as extractor.",
        {
          remedies: [{ do: "choose-extractor", projectId }],
        },
      );
    }
    const waiting = (await store.enrichmentsOf(db, projectId)).find(
      ({ status }) => status === "queued" || status === "running",
    );
    if (waiting) return toEnrichment(waiting);
    const jobId = newId<JobId>();
    await enqueue(db, {
      id: jobId,
      kind: "enrich",
      projectId,
      model,
      label: "Add questions and suggestions to the blocks",
      payload: { projectId },
      idempotencyKey: `enrich:${jobId}`,
    });
    await store.insertEnrichment(db, { jobId, projectId, ownerId: ledger.owner_id, model });
    const made = await store.findEnrichment(db, jobId);
    if (!made) throw new AppError("internal", `The enrichment ${jobId} was just created and cannot be found.`);
    return toEnrichment(made);
  });
}

export async function listEnrichments(
  ctx: { db: UserDb },
  { projectId }: { projectId: ProjectId },
): Promise<Enrichment[]> {
  return ctx.db.tx(async (db) => {
    await readRegistry(db, projectId); // throws for another user's project
    return (await store.enrichmentsOf(db, projectId)).map(toEnrichment);
  });
}

/**
 * Has a model add questions, suggestions and notes to the blocks. The answer, the records and the charge are committed in
 * the transaction that completes the job. Operations other than additions are refused and stored with the reason. A
 * second run of the same job adds nothing.
 */
export const enrichJob = (tools: ExtractorTools & { onFactsChanged?: OnFactsChanged | undefined }): JobKindDefinition =>
  defineJobKind({
    kind: "enrich",
    payload: z.object({ projectId: z.uuid().brand("ProjectId") }),
    async run(ctx, job) {
      const { projectId } = job.payload;
      const found = await ctx.db.tx((db) => store.findEnrichment(db, JobId.parse(job.id)));
      if (!found) throw new AppError("not_found", `The enrichment ${job.id} does not exist or is not yours.`);
      if (found.raw !== null) return { type: "done" };
      const blocks = await readBlocks(ctx, { projectId });
      const { registry } = await ctx.db.tx((db) => readRegistry(db, projectId));
      const called = await callExtractor(ctx, tools, {
        job,
        model: found.model,
        scope: { projectId, sessionId: null },
        prompt: {
          instructions: readFileSync(file, "utf8").trim(),
          message: promptFor(blocks, [...registry.values()]),
        },
        schema: EnricherAnswer,
        maxAnswerTokens,
        purpose: "blocks/enrich",
      });
      if (!called.ok) return outcomeOf(called);
      const { answer, charge } = called;
      const given = findJsonList(answer.object) ?? [];
      return {
        type: "done",
        async write(db) {
          const change = await openChange(db, { projectId, onFactsChanged: tools.onFactsChanged });
          const { additions, refused } = judgeAdditions(given, {
            places: blocks.map(({ subject, block }) => ({ block, itemId: subject === "project" ? null : subject })),
            registry: change.registry,
            texts: blocks.flatMap(textsOf),
          });
          for (const one of additions) change.addRecord({ ...one, id: newId<LedgerRecordId>(), model: found.model });
          await change.finish();
          await store.saveEnrichment(db, {
            jobId: JobId.parse(job.id),
            raw: storableRaw(answer.text),
            added: additions.length,
            refused: refused.map(storable),
          });
        },
        beforeCommit: charge.settle,
        ifUnrecorded: charge.lose,
      };
    },
  });

const textsOf = ({ records, questions }: Block): string[] => [
  ...records.map(({ text }) => text),
  ...questions.map(({ question }) => question),
];

/** The prompt: the blocks with their facts, and the keys that a question may be about. */
function promptFor(blocks: readonly Block[], keys: readonly { key: string; label: string; scope: string }[]): string {
  const names = blocks.map(
    ({ block, subject, itemName }) => `- ${block}${itemName === null ? "" : ` (item ${itemName}, itemId ${subject})`}`,
  );
  const asked = keys.filter(({ scope }) => scope === "project").map(({ key, label }) => `- ${key}: ${label}`);
  return [
    `Blocks:\n${names.join("\n")}`,
    `Keys:\n${asked.join("\n")}`,
    `What is known:\n\n${renderBlocks(blocks)}`,
  ].join("\n\n");
}

/** Converts an operation to JSON that the database can store. */
const storable = ({ reason, operation }: { reason: string; operation: unknown }) => {
  const json = JSON.stringify(operation) ?? "null";
  return {
    reason,
    operation:
      json.length > 2_000 || /\\u0000|\\ud[89a-f]/i.test(json)
        ? json.slice(0, 2_000).replaceAll("\\u0000", "")
        : operation,
  };
};

const toEnrichment = ({
  job_id,
  model,
  status,
  added,
  refused,
  spend,
  created_at,
}: store.EnrichmentRow): Enrichment => ({
  jobId: job_id,
  model,
  status,
  added,
  refused,
  spend: String(spend),
  createdAt: created_at.toISOString(),
});
