import type { Document, DocumentSummary } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { documentQuery } from "../../../api/queries.ts";
import { useSessionDrafts } from "../../../parts/drafts/use-draft.ts";
import { FindingsNote } from "../../../parts/findings/stage-findings.tsx";
import { StaleNote } from "../../../parts/steering/stale-documents.tsx";
import { buttonLook } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { formatNumber } from "../../../ui/format.ts";
import { DocumentText } from "../../../ui/markdown/markdown.tsx";
import type { Mark } from "../../../ui/marks/assign-marks.ts";
import { ModelMark } from "../../../ui/marks/model-mark.tsx";
import { Skeleton } from "../../../ui/page/skeleton.tsx";
import { firstLines } from "./excerpt.ts";

type DocumentCardProps = {
  document: DocumentSummary;
  /** All documents of the session, among them this document's sources. */
  documents: DocumentSummary[];
  marks: Map<string, Mark>;
  tall: boolean;
  titled: boolean;
};

/** The first lines of a document, with a link to the whole text. */
export function DocumentCard({ document, documents, marks, tall, titled }: DocumentCardProps) {
  const { data: full, isError } = useQuery(documentQuery(document.id));
  const hasDraft = useSessionDrafts(document.sessionId).some(
    ({ subject }) => "documentId" in subject && subject.documentId === document.id,
  );
  return (
    <article
      aria-label={`${document.title}, ${document.model}`}
      className="max-w-[680px] pt-3 not-first-of-type:mt-4 not-first-of-type:border-t not-first-of-type:border-line"
    >
      {titled && (
        <h3 className="mb-1 text-sm font-strong text-ink-2" dir="auto">
          {document.title}
          {full && <WrittenOn sources={full.sources} documents={documents} marks={marks} />}
        </h3>
      )}
      <div
        className={cx(
          "overflow-hidden mask-[linear-gradient(#000_calc(100%-48px),transparent)]",
          tall ? "max-h-[440px]" : "max-h-[220px]",
        )}
      >
        {full && (
          <DocumentText markdown={firstLines(full.markdown, tall ? "tall" : "short")} under={titled ? 3 : 2} inCard />
        )}
        {isError && <p className="text-sm text-ink-2">The text could not be loaded. Open the document to try again.</p>}
        {/* As tall as the text, so that the link below it does not move when the text arrives. */}
        {!full && !isError && <Skeleton lines={tall ? 22 : 11} />}
      </div>
      <FindingsNote document={document} className="mt-2" />
      <StaleNote document={document} className="mt-2" />
      <div className="mt-2 flex items-center gap-2">
        <OpenDocument document={document} />
        <span className="ms-auto text-xs text-ink-3">
          {formatNumber(document.words, "word")}
          {document.chunks > 1 && ` in ${formatNumber(document.chunks, "part")}`}
          {document.version > 1 && ", edited"}
          {hasDraft && <b className="font-strong text-mark-ink"> · draft</b>}
        </span>
      </div>
    </article>
  );
}

type WrittenOnProps = { sources: Document["sources"]; documents: DocumentSummary[]; marks: Map<string, Mark> };

/**
 * The source of a document that has only one, so that critiques can be told apart. Several sources are listed only on the
 * document's own page.
 */
function WrittenOn({ sources, documents, marks }: WrittenOnProps) {
  const [only, ...others] = sources;
  const source = documents.find(({ id }) => id === only?.documentId);
  if (!source || others.length > 0) return null;
  return (
    <span className="ms-1 inline-flex items-center gap-1 align-bottom font-normal">
      on <ModelMark mark={marks.get(source.model)} name={source.model} size={16} /> <bdi>{source.title}</bdi>
    </span>
  );
}

/** An intermediate document, as one line. */
export function DocumentLine({ document }: { document: DocumentSummary }) {
  return (
    <li>
      <Link
        to="/documents/$documentId"
        params={{ documentId: document.id }}
        className="flex items-baseline gap-2 rounded-1 py-1 text-sm hover:bg-sunken max-mid:py-2"
      >
        <bdi className="link min-w-0 truncate">{document.title}</bdi>
        <span className="ms-auto text-xs whitespace-nowrap text-ink-3">{formatNumber(document.words, "word")}</span>
      </Link>
    </li>
  );
}

function OpenDocument({ document }: { document: DocumentSummary }) {
  return (
    <Link
      to="/documents/$documentId"
      params={{ documentId: document.id }}
      className={buttonLook({ small: true })}
      aria-label={`Open ${document.title} by ${document.model}`}
    >
      Open
    </Link>
  );
}
