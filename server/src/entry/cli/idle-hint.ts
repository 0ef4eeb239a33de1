import type { Session } from "@dialectic/contract";
import type { Progress } from "./progress.ts";

const patienceMs = 15_000;

/** Says once that nobody seems to do the work, when nothing is under way and nothing has changed for long. */
export function createIdleHint(progress: Progress): { look(session: Session): void } {
  let seen = "";
  let since = performance.now();
  let isTold = false;
  return {
    look(session) {
      const states = session.stages.flatMap((stage) => stage.work.map((work) => work.state));
      const now = states.join();
      if (now !== seen || states.includes("running")) {
        seen = now;
        since = performance.now();
      }
      if (isTold || session.status !== "running" || performance.now() - since < patienceMs) return;
      isTold = true;
      progress.note(
        "Nothing has moved for a while: is a worker running? A server started with --no-worker does no jobs.",
      );
    },
  };
}
