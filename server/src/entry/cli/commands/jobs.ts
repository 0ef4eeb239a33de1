import { type Job, JobId, JobStatus, SessionId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, addNoun } from "../add-command.ts";
import { connect } from "../connect.ts";
import { readId } from "../read-id.ts";
import type { Start } from "../start-command.ts";
import { list, table } from "../table.ts";

const verbs = [
  ["show", "getJob", "Shows one job with every error it met."],
  ["retry", "retryJob", "Makes a failed or cancelled job pending again."],
  ["pause", "pauseJob", "Pauses a job that is not running."],
  ["resume", "resumeJob", "Resumes a paused job where it was."],
  ["cancel", "cancelJob", "Cancels a job and everything below it."],
] as const;

export function jobsCommands(program: Command, start: Start): void {
  const jobs = addNoun(program, "jobs", "Jobs: the durable units of work behind every stage.");

  addCommand(jobs, "list", "Lists jobs, newest first.")
    .option("--session <session>", "of one session only")
    .option("--status <status>", "in one status only")
    .option("--limit <n>", "how many", "100")
    .action(
      start(
        { session: SessionId.optional(), status: JobStatus.optional(), limit: z.string().default("100") },
        async (cli, query) => {
          await using link = await connect(cli);
          const found = await link.client.listJobs({ query });
          cli.print(found, () => table(["id", "kind", "status", "stage", "what", "error"], found.items.map(toRow)));
        },
      ),
    );

  for (const [verb, route, about] of verbs) {
    addCommand(jobs, `${verb} <job>`, about).action(
      start({}, async (cli, _options, id) => {
        const params = { jobId: readId(JobId, "job", id) };
        await using link = await connect(cli);
        const job = await link.client[route]({ params });
        cli.print(job, () => describe(job));
      }),
    );
  }
}

const toRow = (job: Job): string[] => [
  job.id,
  job.kind,
  job.pauseReason ? `${job.status} (${job.pauseReason})` : job.status,
  job.stage ?? "",
  job.label ?? job.stepKey ?? "",
  job.error?.message ?? "",
];

function describe(job: Job): string {
  const facts = list([
    ["id", job.id],
    ["what", job.label ?? job.kind],
    ["kind", job.kind],
    ["status", job.pauseReason ? `${job.status} (${job.pauseReason})` : job.status],
    ["session", job.sessionId ?? "none"],
    ["stage", job.stage ?? "none"],
    ["model", job.model ?? "none"],
    ["tries", `${job.attempt} failed, ${job.maxRetries + 1} at most`],
    ["made", job.createdAt],
    ["ended", job.finishedAt ?? "not yet"],
  ]);
  const errors = job.errors.map((error) => `  ${error.at}  ${error.code}: ${error.message}`);
  return errors.length > 0 ? `${facts}\n\nErrors:\n${errors.join("\n")}` : facts;
}
