import type { Client, PaymentWait, Session } from "@dialectic/contract";
import type { Cli } from "./cli.ts";
import { commandFor } from "./command-for.ts";
import type { Link } from "./connect.ts";
import { FailedWithResult, Interrupted } from "./explain.ts";
import { createIdleHint } from "./idle-hint.ts";
import { createProgress, type Progress } from "./progress.ts";
import { restsForMoney } from "./rests-for-money.ts";
import { shortIdOf } from "./short-id.ts";
import { describeSummary, summarizeRun } from "./summarize-run.ts";
import type { Stopped } from "./until-stopped.ts";
import { watchSession } from "./watch-session.ts";
import { whyNotFinished } from "./why-not-finished.ts";
import { whyShort } from "./why-short.ts";
import { defaultOut, writeFiles } from "./write-files.ts";

/** Follows a session until it rests, writes its files, and tells what came of it. */
export async function finishRun(
  cli: Cli,
  link: Link,
  { session, out, stopped }: { session: Session; out: string | undefined; stopped: Stopped },
): Promise<void> {
  const { client } = link;
  const progress = createProgress(process.stderr);
  cli.say(`${session.projectName} · ${session.process} · ${session.models.join(", ")} · session ${shortIdOf(session)}`);
  const end = await followSession(cli, link, { session, progress, stopped });
  if (end === "interrupted") {
    cli.say("Stopping…");
    throw new Interrupted(howToGoOn(cli, link, session));
  }
  const { session: rested, waits } = end;
  const project = await client.getProject({ params: { projectId: session.projectId } });
  const dir = out ?? defaultOut(cli.config, project);
  await writeFiles(client, project, dir);
  const summary = await summarizeRun(client, rested, dir);
  const problem = waits
    ? await whyShort(cli, client, { session: rested, waits })
    : await whyNotFinished(cli, client, rested);
  if (problem) throw new FailedWithResult(problem, summary);
  for (const line of await failedRenders(cli, client, rested)) cli.say(line);
  cli.print(summary, () => describeSummary(summary, rested, commandFor(cli.config, `stage submit ${rested.id}`)));
}

/** The work itself is not lost: done by a server it goes on, done in this process it waits for the next one. */
function howToGoOn(cli: Cli, link: Link, session: Session): string {
  const state = link.isInProcess ? "The run is kept as far as it has come" : "The run goes on in the server";
  return `${state}: ${commandFor(cli.config, `session resume ${session.id}`)} takes it up again.`;
}

/** A session at rest; `waits`: it rests because money or leave is missing. */
type Rest = { session: Session; waits: PaymentWait[] | null };

async function followSession(
  cli: Cli,
  link: Link,
  { session, progress, stopped }: { session: Session; progress: Progress; stopped: Stopped },
): Promise<Rest | "interrupted"> {
  const params = { sessionId: session.id };
  using watch = watchSession(link, session.id);
  const idle = createIdleHint(progress, link);
  let isTold = false;
  try {
    for (;;) {
      const current = await link.client.getSession({ params });
      progress.show(current);
      const money = await restsForMoney(link.client, current);
      const waits = money.rests === "yes" ? money.waits : null;
      if (waits && !process.stderr.isTTY) return { session: { ...current, status: "paused" }, waits };
      // Somebody is there to give it, in another window or in the web app; it then goes on here.
      if (waits && !isTold) progress.note((await whyShort(cli, link.client, { session: current, waits })).message);
      isTold = waits !== null;
      if (!waits) idle.look(current);
      if (money.rests === "no" && current.status !== "running" && (await rendersLeft(link.client, current)) === 0)
        return { session: current, waits: null };
      if ((await Promise.race([watch.change(), stopped])) !== undefined) return "interrupted";
    }
  } finally {
    progress.end();
  }
}

const rendersOf = async (client: Client, session: Session) => {
  const { items } = await client.listJobs({ query: { session: session.id, limit: 500 } });
  return items.filter((job) => job.kind === "render");
};

const endings = new Set(["completed", "failed", "cancelled", "superseded", "paused"]);

async function rendersLeft(client: Client, session: Session): Promise<number> {
  return (await rendersOf(client, session)).filter((job) => !endings.has(job.status)).length;
}

async function failedRenders(cli: Cli, client: Client, session: Session): Promise<string[]> {
  return (await rendersOf(client, session))
    .filter((job) => job.status === "failed")
    .map(
      (job) =>
        `${job.label ?? "A document"} was written but not laid out: ${job.error?.message ?? ""} Try ${commandFor(cli.config, `jobs retry ${job.id}`)}.`,
    );
}
