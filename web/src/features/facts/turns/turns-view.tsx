import type { Bundle, BundleSummary, ParseRun, ParseStats } from "@dialectic/contract";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { ErrorLine } from "../../../api/error-message.tsx";
import { bundleQuery, bundlesQuery } from "../../../api/facts-queries.ts";
import { LoadError, ShowMore } from "../../../api/paging.tsx";
import { keys } from "../../../api/queries.ts";
import { useSingleMutation } from "../../../api/use-single-mutation.ts";
import { reviewWords } from "../../../parts/knowledge/facts/describe-fact.ts";
import { TurnText } from "../../../parts/knowledge/turns/turn-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatMoment, formatMoney, formatNumber } from "../../../ui/format.ts";
import type { IconName } from "../../../ui/icon.tsx";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { Loading } from "../../../ui/page/skeleton.tsx";
import { StatusWord, type Tone } from "../../../ui/status-word.tsx";

const kinds: Record<BundleSummary["sourceType"], string> = {
  structuredQuestions: "Your answers",
  chat: "What you said",
  generation: "A document",
  mixed: "A conversation",
};

type Status = NonNullable<BundleSummary["status"]>;
const looks: Record<Status, { tone: Tone; icon: IconName; word: string }> = {
  queued: { tone: "running", icon: "clock", word: "waits to be read" },
  running: { tone: "running", icon: "clock", word: "being read" },
  succeeded: { tone: "quiet", icon: "check", word: "read" },
  failed: { tone: "bad", icon: "warning", word: "reading failed" },
};

/** The turns of a project: their texts, whether they were read, the extractor's answers, and refused operations. */
export function TurnsView({ projectId, hasExtractor }: { projectId: string; hasExtractor: boolean }) {
  const query = useInfiniteQuery(bundlesQuery(projectId));
  const [open, setOpen] = useState<string | null>(null);
  const turns = query.data?.pages.flatMap((page) => page.items);
  if (!turns) return query.error ? <LoadError query={query} /> : <Loading what="Opening the turns" className="p-6" />;
  return (
    <section
      aria-label="Turns"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto -outline-offset-2"
    >
      {turns.length === 0 && (
        <div className="p-6 max-mid:p-4">
          <EmptyState level={2} title="No turns yet">
            When a model looks for facts in your answers, your feedback and the documents, they are listed here as
            turns.
          </EmptyState>
        </div>
      )}
      {hasExtractor && !turns.some(({ turnKey }) => turnKey.startsWith("brief:")) && (
        <ReadBrief projectId={projectId} />
      )}
      <ul>
        {turns.map((turn) => (
          <li key={turn.id} className="border-b border-line px-6 py-2.5 max-mid:px-4">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <button
                type="button"
                aria-expanded={open === turn.id}
                onClick={() => setOpen(open === turn.id ? null : turn.id)}
                className="min-w-0 flex-1 text-start"
              >
                <span className="block text-sm font-strong">{kinds[turn.sourceType]}</span>
                <span className="block text-xs text-ink-3">{formatMoment(turn.takenAt)}</span>
              </button>
              {turn.spend !== "0" && <span className="text-xs text-ink-2 tabular-nums">{formatMoney(turn.spend)}</span>}
              {turn.status ? (
                <StatusWord {...looks[turn.status]} />
              ) : (
                <span className="text-xs text-ink-3">not read by a model</span>
              )}
              <ReadAgain projectId={projectId} turn={turn} hasExtractor={hasExtractor} />
            </div>
            {open === turn.id && <OpenTurn projectId={projectId} bundleId={turn.id} />}
          </li>
        ))}
      </ul>
      <div className="px-6 pb-6">
        <ShowMore query={query} />
      </div>
    </section>
  );
}

/** Lets the extractor read the brief. This never happens automatically, because it may cost money. */
function ReadBrief({ projectId }: { projectId: string }) {
  const queryClient = useQueryClient();
  const read = useSingleMutation({
    mutationFn: () => client.readBrief({ params: { projectId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.knowledge(projectId) }),
  });
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-6 py-2.5 text-sm text-ink-2 max-mid:px-4">
      <span className="min-w-0 flex-1">No facts have been read from the brief yet.</span>
      <Button small busy={read.isPending ? "Asking…" : undefined} onClick={() => read.mutate()}>
        Read the brief
      </Button>
      <ErrorLine error={read.error} className="w-full text-xs" />
    </div>
  );
}

type ReadAgainProps = { projectId: string; turn: Pick<BundleSummary, "id" | "status">; hasExtractor: boolean };

/**
 * Lets the extractor read a turn, either for the first time or again. This never happens automatically, because it may cost
 * money.
 */
export function ReadAgain({ projectId, turn, hasExtractor }: ReadAgainProps) {
  const queryClient = useQueryClient();
  const read = useSingleMutation({
    mutationFn: () =>
      client.parseBundle({ params: { bundleId: turn.id }, body: { force: turn.status === "succeeded" } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.knowledge(projectId) }),
  });
  if (!hasExtractor || turn.status === "queued" || turn.status === "running") return null;
  return (
    <>
      <Button small variant="quiet" busy={read.isPending ? "Asking…" : undefined} onClick={() => read.mutate()}>
        {turn.status === null ? "Read" : turn.status === "failed" ? "Retry" : "Read again"}
      </Button>
      <ErrorLine error={read.error} className="w-full text-xs" />
    </>
  );
}

function OpenTurn({ projectId, bundleId }: { projectId: string; bundleId: string }) {
  const query = useQuery(bundleQuery(projectId, bundleId));
  if (!query.data)
    return query.error ? <LoadError query={query} /> : <Loading what="Opening the turn" className="py-3" />;
  const { runs, notes } = query.data;
  return (
    <div className="max-w-[760px] space-y-4 py-3">
      <TurnText bundle={query.data} evidence={null} />
      {runs.map((run) => (
        <Run key={run.id} run={run} />
      ))}
      {notes.length > 0 && (
        <section>
          <h3 className="text-xs font-semi text-ink-2">Did not become facts</h3>
          <ul className="text-sm">
            {notes.map((note) => (
              <li key={note.id} className="py-1">
                <span className="text-ink-2">{reviewWords(note.reason)}:</span>{" "}
                <code className="font-mono text-xs wrap-anywhere">{JSON.stringify(note.operation)}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const sources = { model: "", posted: "Posted by a program", bound: "From answers to questions, without a model" };

function Run({ run }: { run: Bundle["runs"][number] }) {
  return (
    <section>
      <h3 className="text-xs font-semi text-ink-2">
        {run.model ?? sources[run.source]}, {formatMoment(run.createdAt)}
      </h3>
      <p className="text-sm">
        <StatusWord {...looks[run.status]} /> {run.stats && describeStats(run.stats)}
      </p>
      {run.status === "failed" && <p className="text-sm text-bad">{errorText(run.error)}</p>}
      {run.raw && (
        <details className="mt-1">
          <summary className="cursor-pointer text-xs text-ink-2">The extractor's answer</summary>
          <pre className="mt-1 max-h-72 overflow-auto rounded-2 bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {run.raw}
          </pre>
        </details>
      )}
    </section>
  );
}

/** Summarizes what a parse run found: "2 accepted, 1 in conflict". */
export function describeStats(stats: ParseStats): string {
  const parts = [
    [stats.accepted, "accepted"],
    [stats.superseded, "superseded"],
    [stats.corroborated, "stated again"],
    [stats.conflicts, "in conflict"],
    [stats.proposed, "to review"],
    [stats.unmapped, "without a key"],
    [stats.refused, "refused"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count}\u00a0${word}`);
  return said.length === 0 ? `${formatNumber(stats.operations, "statement")}, nothing new` : said.join(", ");
}

const errorText = (error: ParseRun["error"]): string => {
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : null;
  return typeof message === "string" && message !== "" ? message : "No reason was recorded.";
};
