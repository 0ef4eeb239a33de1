import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { blocksQuery, factCountsQuery } from "../../api/facts-queries.ts";
import { formatNumber } from "../../ui/format.ts";
import { BlocksList } from "./blocks-list.tsx";

/** What is known about a project, shown next to its documents: the blocks, and the facts that wait for a decision. */
export function KnownFacts({ projectId }: { projectId: string }) {
  const { data: blocks } = useQuery(blocksQuery(projectId));
  const { data: counts } = useQuery(factCountsQuery(projectId));
  const project = blocks?.filter(({ subject }) => subject === "project") ?? [];
  const isEmpty = project.every(({ entries, records }) => entries.length + records.length === 0);
  const waiting = (counts?.proposed ?? 0) + (counts?.conflict ?? 0);
  if (!blocks || (isEmpty && waiting === 0)) return null;
  const open = project.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <section aria-labelledby="known-facts" className="border-b border-line px-5 py-3.5">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id="known-facts" className="font-title">
          What is known
        </h2>
        <span className="ms-auto flex flex-wrap gap-x-3 text-xs">
          {counts !== undefined && counts.conflict > 0 && (
            <Link
              to="/projects/$projectId/facts"
              params={{ projectId }}
              search={{ show: "conflicts" }}
              className="link"
            >
              {formatNumber(counts.conflict, "conflict")}
            </Link>
          )}
          {counts !== undefined && counts.proposed > 0 && (
            <Link to="/projects/$projectId/facts" params={{ projectId }} search={{ show: "review" }} className="link">
              {counts.proposed} to review
            </Link>
          )}
          {open > 0 && (
            <Link
              to="/projects/$projectId/facts"
              params={{ projectId }}
              search={{ show: "questions" }}
              className="link"
            >
              {formatNumber(open, "question")}
            </Link>
          )}
        </span>
      </div>
      <BlocksList
        blocks={project}
        level={3}
        renderFact={({ number, label }) => (
          <Link
            to="/projects/$projectId/facts"
            params={{ projectId }}
            search={{ fact: number }}
            className="link text-xs text-ink-2"
            aria-label={`Why ${label}: F${number}`}
          >
            F{number}
          </Link>
        )}
      />
    </section>
  );
}
