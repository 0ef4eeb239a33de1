import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { bundleQuery, bundlesQuery } from "../../../api/facts-queries.ts";
import { formatAge } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { describeStats, ReadAgain } from "./turns-view.tsx";

/** Shows what was found in the last turn. If reading it failed, shows a button to try again. */
export function LastTurn({ projectId, hasExtractor }: { projectId: string; hasExtractor: boolean }) {
  const { data } = useInfiniteQuery(bundlesQuery(projectId));
  const turn = data?.pages[0]?.items[0];
  const { data: bundle } = useQuery({ ...bundleQuery(projectId, turn?.id ?? ""), enabled: turn !== undefined });
  if (!turn || !bundle) return null;
  const run = bundle.runs.at(-1);
  if (!run) return null;
  const isRunning = run.status === "queued" || run.status === "running";
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2">
      {isRunning ? <Spinner /> : run.status === "failed" && <Icon name="warning" size={14} className="text-bad" />}
      <span>
        Last turn, {formatAge(turn.takenAt, Date.now())}:{" "}
        {isRunning
          ? "being read"
          : run.status === "failed"
            ? "it could not be read"
            : run.stats
              ? describeStats(run.stats)
              : "read"}
      </span>
      {run.status === "failed" && <ReadAgain projectId={projectId} turn={turn} hasExtractor={hasExtractor} />}
    </p>
  );
}
