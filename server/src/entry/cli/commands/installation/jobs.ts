import { type Job, JobStatus } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, addNoun } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { readAmount } from "../../input/read-amount.ts";
import { readRef } from "../../input/read-ref.ts";
import { addPageOptions, pageOptions, readPage, sayNext } from "../../output/list-pages.ts";
import { list, table } from "../../output/table.ts";
import { describeResumed } from "../../output/texts/describe-resumed.ts";
import { whyIdle } from "../../run/idle-hint.ts";
import { waitText } from "../../run/progress-text.ts";
import type { Start } from "../../start-command.ts";

const verbs = [
  ["show", "getJob", "Shows a job with all its errors."],
  ["retry", "retryJob", "Retries a failed or cancelled job. A job that is waiting for a provider tries again at once."],
  ["pause", "pauseJob", "Pauses a job that is not running."],
  ["resume", "resumeJob", "Resumes a paused job."],
  ["cancel", "cancelJob", "Cancels a job and its child jobs."],
] as const;

const usualLimit = 100;

export function jobsCommands(program: Command, start: Start): void {
  const jobs = addNoun(program, "jobs", "Jobs: the durable units of work behind every stage.");

  addPageOptions(addCommand(jobs, "list", "Lists jobs, newest first."), {
    usual: usualLimit,
    searched: "in the label, the kind, the model, the stage, the error or the id",
  })
    .option("--session <session>", "only this session")
    .option("--status <status>", "only this status")
    .option("--all", "include rendering and indexing jobs (always included with --json)")
    .action(
      start(
        {
          ...pageOptions,
          session: z.string().optional(),
          status: JobStatus.optional(),
          all: z.boolean().default(false),
        },
        async (cli, { session: typed, status, all, search, limit, after }) => {
          const ref = typed === undefined ? undefined : readRef("session", typed);
          await using link = await connect(cli);
          const session = await ref?.(link.client);
          const isWhole = all || cli.json;
          const page = await readPage({ limit: limit ?? usualLimit, after }, (part) =>
            link.client.listJobs({ query: { session, status, search, background: String(isWhole), ...part } }),
          );
          cli.print(page, () => table(["id", "kind", "status", "stage", "label", "error"], page.items.map(toRow)));
          if (cli.json) return;
          const words = [
            "jobs list",
            ...(session ? [`--session ${session}`] : []),
            ...(status ? [`--status ${status}`] : []),
            ...(all ? ["--all"] : []),
          ];
          sayNext(cli, page, { command: words.join(" "), search, limit });
          const hidden = { session, status, search, kind: "render", limit: 1 } as const;
          if (!all && (await link.client.listJobs({ query: hidden })).items.length > 0)
            cli.say("Rendering and indexing jobs are not shown. Add --all to see them.");
        },
      ),
    );

  for (const [verb, route, about] of verbs) {
    addCommand(jobs, `${verb} <job>`, about).action(
      start({}, async (cli, _options, id) => {
        const ref = readRef("job", id);
        await using link = await connect(cli);
        const params = { jobId: await ref(link.client) };
        const job = await link.client[route]({ params });
        cli.print(job, () => describe(job));
        if (verb !== "retry" && verb !== "resume") return;
        const idle = job.sessionId && whyIdle(cli, link, { id: job.sessionId, status: "running" });
        if (idle) cli.say(idle);
      }),
    );
  }

  addCommand(
    jobs,
    "approve <job> [amount...]",
    "Approves the amount that a job is waiting for, or another amount.",
  ).action(
    start({}, async (cli, _options, id, typed) => {
      const ref = readRef("job", id);
      const body = typed === undefined ? {} : { amount: readAmount(typed) };
      await using link = await connect(cli);
      const params = { jobId: await ref(link.client) };
      const job = await link.client.approveJob({ params, body });
      const resumed = job.pauseReason === "approval" ? "" : await describeResumed(cli, link, [job.id]);
      cli.print(job, () => `${describe(job)}${resumed}`);
      if (job.pauseReason === "approval")
        cli.say('That is less than the job needs. Run "dialectic wallet" to see how much.');
    }),
  );
}

const toRow = (job: Job): string[] => [
  job.id,
  job.kind,
  job.pauseReason ? `${job.status} (${job.pauseReason})` : job.status,
  job.stage ?? "",
  job.label ?? job.stepKey ?? "",
  job.waitsFor ? waitText(job.waitsFor) : (job.error?.message ?? ""),
];

function describe(job: Job): string {
  const facts = list([
    ["id", job.id],
    ["label", job.label ?? job.kind],
    ["kind", job.kind],
    ["status", job.pauseReason ? `${job.status} (${job.pauseReason})` : job.status],
    ["session", job.sessionId ?? "none"],
    ["stage", job.stage ?? "none"],
    ["model", job.model ?? "none"],
    ["attempts", `${job.attempt} failed, at most ${job.maxRetries + 1}`],
    ...(job.waitsFor ? [["waiting", waitText(job.waitsFor)] satisfies [string, string]] : []),
    ["created", job.createdAt],
    ["finished", job.finishedAt ?? "not yet"],
  ]);
  const errors = job.errors.map(
    ({ at, code, message, tries }) => `  ${at}  ${code}${tries ? ` (${tries} times)` : ""}: ${message}`,
  );
  return errors.length > 0 ? `${facts}\n\nErrors:\n${errors.join("\n")}` : facts;
}
