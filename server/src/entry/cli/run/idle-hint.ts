import type { ProjectId, Session } from "@dialectic/contract";
import type { Cli } from "../cli.ts";
import type { Link } from "../connect/connect.ts";
import { commandFor } from "../output/command-for.ts";
import type { Progress } from "./progress.ts";

const patienceMs = 15_000;

/**
 * Explains a lack of progress: reports worker errors immediately and, after a while without progress, says that no worker
 * seems to be running.
 */
export function createIdleHint(
  progress: Progress,
  link: Pick<Link, "lastWorkerError">,
): { look(session: Session): void } {
  const told = new Set<string>();
  let seen = "";
  let since = performance.now();
  let isTold = false;
  return {
    look(session) {
      const error = link.lastWorkerError();
      if (error !== null && !told.has(error)) {
        told.add(error);
        progress.note(error);
      }
      const states = session.stages.flatMap((stage) => stage.work.map((work) => work.state));
      const now = states.join();
      if (now !== seen || states.includes("running")) {
        seen = now;
        since = performance.now();
      }
      const isWaiting = session.stages.some((stage) => stage.waits.length > 0);
      if (
        isTold ||
        isWaiting ||
        error !== null ||
        session.status !== "running" ||
        performance.now() - since < patienceMs
      )
        return;
      isTold = true;
      progress.note(
        "No progress for a while. Check that a worker is running: a server started with --no-worker runs no jobs.",
      );
    },
  };
}

/**
 * Says that a running session has no worker, because the data was opened only for this command, which ends now. Null if
 * a server runs the jobs, or may run them: the CLI cannot know which processes use a database server.
 */
export function whyIdle(
  cli: Cli,
  link: Link,
  session: Pick<Session, "id" | "status">,
  what: string = "this session",
): string | null {
  if (session.status !== "running" || !isAlone(cli, link)) return null;
  const here = commandFor(cli.config, `session resume ${session.id}`);
  return `No worker is processing ${what}. Run ${here} to continue it here, or ${commandFor(cli.config, "serve")} to run all sessions.`;
}

/** The command that continues a session: it runs the remaining work or starts the current stage. */
export function nextStep(
  cli: Cli,
  link: Link,
  session: Pick<Session, "id" | "status" | "currentStage">,
): string | null {
  if (session.status !== "ready") return whyIdle(cli, link, session);
  const words = isAlone(cli, link) ? `session resume ${session.id}` : `stage generate ${session.id}`;
  return `Run ${commandFor(cli.config, words)} to start ${session.currentStage}.`;
}

/** Says that turns are waiting to be read, if no other process can read them. */
export async function sayUnread(cli: Cli, link: Link, projectId: ProjectId): Promise<void> {
  if (cli.json || !isAlone(cli, link)) return;
  const ofKind = async (kind: "collect" | "parse") =>
    (await link.client.listJobs({ query: { kind, status: "pending", limit: 500 } })).items;
  const waiting = [...(await ofKind("collect")), ...(await ofKind("parse"))].filter(
    (job) => job.projectId === projectId,
  ).length;
  if (waiting === 0) return;
  const turns = waiting === 1 ? "A turn waits" : `${waiting} turns wait`;
  cli.say(`${turns} to be read, and no worker is running. Run ${commandFor(cli.config, "serve")} to start one.`);
}

/** True if no other process can run the jobs. */
const isAlone = (cli: Cli, link: Link): boolean => link.isInProcess && !cli.config.databaseUrl;
