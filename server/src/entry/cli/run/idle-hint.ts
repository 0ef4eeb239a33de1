import type { Session } from "@dialectic/contract";
import type { Cli } from "../cli.ts";
import type { Link } from "../connect/connect.ts";
import { commandFor } from "../output/command-for.ts";
import type { Progress } from "./progress.ts";

const patienceMs = 15_000;

/** Says why nothing moves: at once what is the matter here; or that nobody seems to do the work, when it has been so for long. */
export function createIdleHint(progress: Progress, link: Pick<Link, "trouble">): { look(session: Session): void } {
  const told = new Set<string>();
  let seen = "";
  let since = performance.now();
  let isTold = false;
  return {
    look(session) {
      const trouble = link.trouble();
      if (trouble !== null && !told.has(trouble)) {
        told.add(trouble);
        progress.note(trouble);
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
        trouble !== null ||
        session.status !== "running" ||
        performance.now() - since < patienceMs
      )
        return;
      isTold = true;
      progress.note(
        "Nothing has moved for a while: is a worker running? A server started with --no-worker does no jobs.",
      );
    },
  };
}

/**
 * That nobody does the work of a session that runs: the data was opened for this one command, which ends. Null where a
 * server does it, or may: who else uses a database server is not known here.
 */
export function whyIdle(
  cli: Cli,
  link: Link,
  session: Pick<Session, "id" | "status">,
  what: string = "it",
): string | null {
  if (session.status !== "running" || !isAlone(cli, link)) return null;
  const here = commandFor(cli.config, `session resume ${session.id}`);
  return `Nobody is working on ${what}: ${here} does it here, ${commandFor(cli.config, "serve")} does it for all.`;
}

/** What a session waits for that does not move by itself: somebody to do its work, or somebody to start its stage. */
export function nextStep(
  cli: Cli,
  link: Link,
  session: Pick<Session, "id" | "status" | "currentStage">,
): string | null {
  if (session.status !== "ready") return whyIdle(cli, link, session);
  const words = isAlone(cli, link) ? `session resume ${session.id}` : `stage generate ${session.id}`;
  return `${commandFor(cli.config, words)} starts ${session.currentStage}.`;
}

/** Whatever this command does not do, nobody does. */
const isAlone = (cli: Cli, link: Link): boolean => link.isInProcess && !cli.config.databaseUrl;
