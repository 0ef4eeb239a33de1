import type { Document, DocumentSummary } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { formatNumber } from "../../ui/format.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import type { Mark } from "../../ui/marks/assign-marks.ts";
import { ModelMark } from "../../ui/marks/model-mark.tsx";

type DocumentNotesProps = { document: Document; documents: DocumentSummary[]; marks: Map<string, Mark> };

/** Notes in the margin: the document's sources and its parts. */
export function DocumentNotes({ document, documents, marks }: DocumentNotesProps) {
  const whole = documents.find((other) => other.kind === "whole" && other.contributionId === document.contributionId);
  const parts = document.artifacts.filter(({ id }) => id !== null && id !== document.id);
  return (
    <div className="space-y-2.5 text-sm text-ink-2">
      {document.kind === "artifact" && whole && (
        <Note icon="document" title="Part of">
          <SourceLink id={whole.id} title={whole.title} summary={whole} marks={marks} />
        </Note>
      )}
      {document.sources.length > 0 && (
        <Note icon="link" title={`Written from ${formatNumber(document.sources.length, "document")}`}>
          <ul className="space-y-1">
            {document.sources.map(({ contributionId, documentId, title }) => (
              <li key={contributionId}>
                <SourceLink
                  id={documentId}
                  title={title}
                  summary={documents.find(({ id }) => id === documentId)}
                  marks={marks}
                />
              </li>
            ))}
          </ul>
        </Note>
      )}
      {document.kind === "whole" && parts.length > 0 && (
        <Note icon="list" title="Parts">
          <ul className="space-y-1">
            {parts.map(({ key, title, id }) => (
              <li key={key}>{id && <SourceLink id={id} title={title} summary={undefined} marks={marks} />}</li>
            ))}
          </ul>
        </Note>
      )}
      <Note icon="document" title="File">
        <p className="font-mono text-xs break-all">{document.path}</p>
      </Note>
    </div>
  );
}

function Note({ icon, title, children }: { icon: IconName; title: string; children: React.ReactNode }) {
  return (
    <section className="border-t border-line-2 pt-1.5 max-wide:first:border-0 max-wide:first:pt-0">
      <h2 className="mb-0.5 flex items-center gap-1.5 text-xs font-semi text-ink-3">
        <Icon name={icon} size={13} />
        {title}
      </h2>
      {children}
    </section>
  );
}

type SourceLinkProps = {
  id: string | null;
  title: string;
  summary: DocumentSummary | undefined;
  marks: Map<string, Mark>;
};

function SourceLink({ id, title, summary, marks }: SourceLinkProps) {
  return (
    <span className="flex items-start gap-1.5 max-mid:min-h-9 max-mid:items-center [&_svg]:mt-px">
      {summary && <ModelMark mark={marks.get(summary.model)} name={summary.model} />}
      <span className="min-w-0">
        {id ? (
          <Link to="/documents/$documentId" params={{ documentId: id }} className="link">
            <bdi>{title}</bdi>
          </Link>
        ) : (
          <bdi>{title}</bdi>
        )}
        {summary && <bdi className="text-xs text-ink-3"> {summary.model}</bdi>}
      </span>
    </span>
  );
}
