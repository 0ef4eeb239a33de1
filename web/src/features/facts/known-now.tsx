import { useQuery } from "@tanstack/react-query";
import { blocksQuery } from "../../api/facts-queries.ts";
import { BlocksList } from "../../parts/knowledge/blocks-list.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";

/** The project's knowledge blocks. Shown next to the ledger while no fact is open. */
export function KnownNow({ projectId, onOpen }: { projectId: string; onOpen: (number: number) => void }) {
  const { data: blocks } = useQuery(blocksQuery(projectId));
  const project = blocks?.filter(({ subject }) => subject === "project");
  return (
    <section
      aria-labelledby="known"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto px-5 py-3.5 -outline-offset-2"
    >
      <h2 id="known" className="mb-2 font-title">
        What is known
      </h2>
      {!project && <Loading what="Reading the blocks" />}
      {project?.every(({ entries }) => entries.length === 0) && (
        <p className="text-sm text-ink-2">
          No facts are accepted yet. Accepted facts appear here by subject, and every new stage reads them.
        </p>
      )}
      {project && (
        <BlocksList
          blocks={project}
          level={3}
          renderFact={({ number, label }) => (
            <button
              type="button"
              className="link text-xs text-ink-2"
              aria-label={`Why ${label}: F${number}`}
              onClick={() => onOpen(number)}
            >
              F{number}
            </button>
          )}
        />
      )}
    </section>
  );
}
