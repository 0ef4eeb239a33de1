import type { Client, JobStatus, Session } from "@dialectic/contract";
import type { Cli } from "../cli.ts";
import type { Link } from "../connect/connect.ts";
import { asTyped } from "../input/program-name.ts";
import { commandFor, shortIdOf } from "../output/command-for.ts";
import { FailedWithResult, Interrupted } from "../output/explain.ts";
import { readPage } from "../output/list-pages.ts";
import { sayKept } from "../output/project-files.ts";
import { findingsNote } from "../output/texts/describe-findings.ts";
import { describeUnrendered } from "../output/texts/describe-unrendered.ts";
import { writeFiles } from "../output/write-files.ts";
import { createIdleHint } from "./idle-hint.ts";
import { paymentError } from "./payment-waits.ts";
import { createProgress, type Progress } from "./progress.ts";
import { describeSummary, summarizeRun } from "./summarize-run.ts";
import { unfinishedError } from "./unfinished-error.ts";
import type { Stopped } from "./until-stopped.ts";
import { watchSession } from "./watch-session.ts";

/** Follows a session until it stops, writes its files, and prints the result. */
export async function finishRun(
  cli: Cli,
  link: Link,
  { session, dir, stopped }: { session: Session; dir: string; stopped: Stopped },
): Promise<void> {
  const { client } = link;
  const progress = createProgress(process.stderr);
  cli.say(`${session.projectName} · ${session.process} · ${session.models.join(", ")} · session ${shortIdOf(session)}`);
  const end = await followSession(cli, link, { session, progress, stopped });
  if (end === "interrupted") {
    cli.say("Stopping…");
    throw new Interrupted(howToContinue(cli, link, session));
  }
  const { session: ended } = end;
  const project = await client.getProject({ params: { projectId: session.projectId } });
  sayKept(cli, await writeFiles(client, project, dir), dir);
  const command = (words: string) => asTyped(commandFor(cli.config, words)).slice(1, -1);
  const summary = await summarizeRun(client, { session: ended, project, out: dir, command });
  const problem = isUnpaid(ended) ? await paymentError(cli, client, ended) : await unfinishedError(cli, client, ended);
  const unrendered = cli.json ? null : describeUnrendered(cli, summary.unrendered);
  if (unrendered) cli.say(unrendered);
  if (problem) throw new FailedWithResult(problem, summary);
  const findings = cli.json ? null : await findingsNote(cli, client, ended);
  if (findings) cli.say(findings);
  cli.print(summary, () => describeSummary(summary, ended, commandFor(cli.config, `stage submit ${ended.id}`)));
}

/**
 * Stopping the command loses no work. A server continues the run; if this process ran the jobs, they wait for the next
 * command.
 */
function howToContinue(cli: Cli, link: Link, session: Session): string {
  const resume = commandFor(cli.config, `session resume ${session.id}`);
  return link.isInProcess
    ? `Stopped. Everything written so far is saved. Run ${resume} to continue.`
    : `The run continues on the server. Run ${resume} to follow it again.`;
}

async function followSession(
  cli: Cli,
  link: Link,
  { session, progress, stopped }: { session: Session; progress: Progress; stopped: Stopped },
): Promise<{ session: Session } | "interrupted"> {
  const params = { sessionId: session.id };
  using watch = watchSession(link, session.id);
  const idle = createIdleHint(progress, link);
  let isTold = false;
  try {
    for (;;) {
      const current = await link.client.getSession({ params });
      progress.show(current);
      const isUnpaidNow = isUnpaid(current);
      if (isUnpaidNow && !process.stderr.isTTY) return { session: { ...current, status: "paused" } };
      // On a terminal a person can pay in another window or in the web app; the run then continues here.
      if (isUnpaidNow && !isTold) progress.note((await paymentError(cli, link.client, current)).message);
      isTold = isUnpaidNow;
      if (!isUnpaidNow) idle.look(current);
      if (!isUnpaidNow && isAtRest(current) && !(await isRendering(link.client, current))) return { session: current };
      if ((await Promise.race([watch.change(), stopped])) !== undefined) return "interrupted";
    }
  } finally {
    progress.end();
  }
}

const isUnpaid = ({ blockedBy }: Session): boolean => blockedBy?.kind === "funds" || blockedBy?.kind === "approval";

/**
 * True if the session continues only when a person acts. A paused session that nothing blocks is resumed by a worker, and
 * calls to a provider that is down are retried.
 */
function isAtRest({ status, blockedBy }: Session): boolean {
  if (status !== "running" && status !== "paused") return true;
  return blockedBy !== null && blockedBy.kind !== "provider";
}

const openStatuses: JobStatus[] = ["pending", "processing", "retrying"];

async function isRendering(client: Client, session: Session): Promise<boolean> {
  for (const status of openStatuses) {
    const query = { session: session.id, kind: "render", status } as const;
    const { items } = await readPage({ limit: 1 }, (page) => client.listJobs({ query: { ...query, ...page } }));
    if (items.length > 0) return true;
  }
  return false;
}
