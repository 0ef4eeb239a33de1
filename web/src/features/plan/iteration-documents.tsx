import type { SessionId } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { documentsQuery } from "../../api/queries.ts";
import { capitalise } from "../../ui/format.ts";

/** The documents of an iteration, by stage. Intermediate and replaced documents are left out. */
export function IterationDocuments({ sessionId, iteration }: { sessionId: SessionId; iteration: number }) {
  const { data: documents = [] } = useQuery(documentsQuery(sessionId));
  const shown = documents.filter(
    (one) => one.iteration === iteration && one.kind === "whole" && !one.intermediate && one.replacedBy === null,
  );
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" className="mb-1 text-xs font-semi text-ink-3">
        Documents of iteration {iteration}
      </h2>
      <ul className="space-y-1">
        {shown.map(({ id, title, stage, model }) => (
          <li key={id}>
            <Link to="/documents/$documentId" params={{ documentId: id }} className="link">
              <bdi>{title}</bdi>
            </Link>
            <span className="block text-xs text-ink-3">
              {capitalise(stage)}, {model}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
