import { type ContributionId, ContributionId as Id } from "@dialectic/contract";
import { sql } from "kysely";
import type { Database } from "#platform";
import { saveChunk } from "../documents/contributions/save-chunk.ts";
import { addStageRun, type SampleSession, sampleChunk, sampleSession } from "../documents/documents.fixture.ts";

/** The two models of a sample session. Tests insert their documents directly, in the format that models write. */
export const [atlas, briar] = ["rehearsal/atlas", "rehearsal/briar"] as const;

export const thesis = (claims: string[], questions: string[] = []): string =>
  `# Business case\n\nBecause.\n\n# Open questions\n\n${questions.map((one) => `- [ ] **Q** ${one}`).join("\n")}\n\n# Claims\n\n${claims.map((one) => `- C: ${one}`).join("\n")}\n`;

export const critique = (score: number | string): string =>
  `# Critique\n\n[C1] is weak, [C99] is not there, [D1] is long.\n\n# Scorecard\n\n| criterion | weight | score 0–10 | because |\n|---|---|---|---|\n| fits | 3 | ${score} | so |\n| cost | 1 | 5 | so |\n`;

export const positions = (verdicts: Record<string, string>): string => {
  const rows = Object.entries(verdicts).map(([claim, verdict]) => `| [${claim}] | ${verdict} | reasons | R-1 |`);
  return `# Resolved positions\n\n| claim | verdict | because | answers |\n|---|---|---|---|\n${rows.join("\n")}\n`;
};

export type ReviewSetup = SampleSession & {
  database: Database;
  /** Writes a thesis or, if `about` is given, a document about these theses. */
  write(stage: string, model: string, text: string, about?: ContributionId[]): Promise<ContributionId>;
  start(stage: string): Promise<void>;
  /** The start time of a stage, formatted by the database. */
  began(stage: string): Promise<string>;
};

export async function setUpReview(database: Database): Promise<ReviewSetup> {
  const sample = await sampleSession(database, { stages: ["thesis", "antithesis", "synthesis", "parenthesis"] });
  return {
    ...sample,
    database,
    async write(stage, model, text, about = []) {
      const chunk = await sampleChunk(sample, {
        stage,
        model,
        text,
        // The session's first model gets the last work key, so that a test fails if documents are sorted by work key.
        workKey: `${stage}:${model === atlas ? "z" : "a"}(${about.join("+")})`,
        outputType: stage === "synthesis" ? "final_synthesis" : stage,
        sourceIds: about,
        lineageId: about.length === 0 ? "self" : about.length === 1 ? (about[0] ?? null) : null,
      });
      return Id.parse((await sample.db.tx((db) => saveChunk(db, chunk))).rootId);
    },
    async start(stage) {
      await addStageRun(sample, { stage, status: "running", seedPrompt: "" });
      await database.asOwner((db) => sql`update stage_runs set finished_at = null where stage = ${stage}`.execute(db));
    },
    async began(stage) {
      const { rows } = await sample.db.tx((db) =>
        sql<{ began: string }>`select started_at::text as began from stage_runs where stage = ${stage}`.execute(db),
      );
      return rows[0]?.began ?? "";
    },
  };
}

/** Reads all rows that are derived from documents. */
export async function rowsOf(database: Database): Promise<unknown> {
  return database.asOwner(async (db) => {
    const tables = ["claims", "verdicts", "scores", "questions", "document_references", "document_checks"];
    const rows: unknown[] = [];
    for (const table of tables) {
      const found = await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(t) - 'checked_at' as row from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(db);
      rows.push(found.rows.map(({ row }) => row));
    }
    return rows;
  });
}
