import type { Document, EditedDocument } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { documentQuery, documentsQuery, sessionQuery } from "../../api/queries.ts";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { DocumentFindings } from "../../parts/findings/document-findings.tsx";
import { LazyKnownFacts } from "../../parts/knowledge/lazy-known-facts.tsx";
import { LinkedText } from "../../parts/references/linked-text.tsx";
import { HeaderStatus } from "../../shell/header-status.tsx";
import { LoadErrorPage } from "../../shell/load-error-page.tsx";
import { ProjectCrumbs } from "../../shell/project-crumbs.tsx";
import { capitalise, formatNumber, formatReadingTime } from "../../ui/format.ts";
import { withoutTitle } from "../../ui/markdown/fit-headings.ts";
import { assignMarks } from "../../ui/marks/assign-marks.ts";
import { ModelName } from "../../ui/marks/model-mark.tsx";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { Crumb, Here, TopBar } from "../../ui/page/top-bar.tsx";
import { CompareVersions } from "./compare/compare-versions.tsx";
import { type Earlier, Versions } from "./compare/versions.tsx";
import { DocumentNotes } from "./document-notes.tsx";
import { DocumentStatus } from "./document-status.tsx";
import { DocumentSteering } from "./document-steering.tsx";
import { DraftBanner } from "./edit/draft-banner.tsx";
import { EarlierDraft } from "./edit/earlier-draft.tsx";
import { EditBox } from "./edit/edit-box.tsx";
import { EditChanges } from "./edit/edit-changes.tsx";
import { findNeighbours } from "./neighbours.ts";
import { Outline } from "./outline.tsx";
import { PreviousNext } from "./previous-next.tsx";
import { RegenerateDocument } from "./regenerate-document.tsx";
import { ShortenedPrompt } from "./shortened-prompt.tsx";

const none: never[] = [];

/** A document: its text, its outline and its sources. */
export function DocumentPage() {
  const { documentId } = useParams({ from: "/documents/$documentId" });
  const { data: document, error, refetch } = useQuery(documentQuery(documentId));
  if (document) return <OpenDocument key={document.id} document={document} />;
  if (!error) return <Loading what="Opening the document" className="mx-auto max-w-[640px] px-6 py-16" />;
  return <LoadErrorPage what="document" error={error} refetch={refetch} />;
}

function OpenDocument({ document }: { document: Document }) {
  const article = useRef<HTMLElement>(null);
  const { data: session } = useQuery(sessionQuery(document.sessionId));
  const { data: documents = none } = useQuery(documentsQuery(document.sessionId));
  const marks = assignMarks(session?.models ?? [document.model]);
  const stage = session?.stages.find((other) => other.stage === document.stage);
  // The document's state comes from the list of documents, which events keep up to date. Its text is fetched separately,
  // because it rarely changes.
  const summary = documents.find(({ id }) => id === document.id) ?? document;
  const { sessionId, iteration, id: documentId, markdown, version } = document;
  const field = useDraft(
    { kind: "edit", sessionId, iteration, stage: document.stage, documentId },
    { text: markdown, version },
  );
  // If there is a draft of an edit, the editor opens with it.
  const [isOpen, setIsOpen] = useState(field.draft !== null);
  const [focusAsked, setFocusAsked] = useState(0);
  const [compared, setCompared] = useState<Earlier | null>(null);
  const [edited, setEdited] = useState<EditedDocument | null>(null);
  const canSteer = document.kind === "whole" && !summary.replacedBy;
  const isEditing = isOpen && canSteer;
  const openEditor = () => {
    setIsOpen(true);
    setCompared(null);
    setFocusAsked(focusAsked + 1);
  };
  const navigation = <PreviousNext neighbours={findNeighbours(documents, document)} />;
  return (
    <>
      <PageTitle of={document.title} />
      <TopBar
        crumbs={
          <>
            <ProjectCrumbs projectId={session?.projectId} name={session?.projectName} />
            <Crumb>
              <Link
                to="/sessions/$sessionId"
                params={{ sessionId: document.sessionId }}
                search={{ stage: document.stage }}
              >
                {stage?.name ?? capitalise(document.stage)}
              </Link>
            </Crumb>
            <Here>{document.title}</Here>
          </>
        }
      >
        <span className="max-mid:hidden">{navigation}</span>
        <HeaderStatus />
      </TopBar>
      <div className="mx-auto grid max-w-[1280px] grid-cols-[190px_minmax(0,640px)_minmax(240px,312px)] justify-center gap-x-10 px-6 narrow-bar:grid-cols-[minmax(0,640px)_minmax(220px,280px)] max-wide:grid-cols-[minmax(0,680px)] max-mid:px-4">
        <div className="sticky top-(--top-bar) max-h-[calc(100dvh-var(--top-bar))] self-start overflow-auto pt-11 pb-6 narrow-bar:hidden print:hidden">
          <Outline article={article} text={document.markdown} />
        </div>
        <article ref={article} className="min-w-0 pt-9 pb-20 max-mid:pt-5 max-wide:pb-6" aria-labelledby="title">
          <h1
            id="title"
            dir="auto"
            className="font-doc text-[2.125rem] leading-10 font-strong tracking-[-.018em] text-balance max-mid:text-2xl"
          >
            {document.title}
          </h1>
          <p className="mt-3 mb-9 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-ink-3">
            <ModelName mark={marks.get(document.model)} name={document.model} className="text-ink-2" />
            <span>
              {stage?.name ?? capitalise(document.stage)}
              {document.intermediate && ", intermediate step"}
            </span>
            <span>iteration {document.iteration}</span>
            <span>{formatNumber(document.words, "word")}</span>
            <span>{formatReadingTime(document.words)}</span>
            {document.chunks > 1 && <span>joined from {formatNumber(document.chunks, "part")}</span>}
            {document.version > 1 && <span>edited, version {document.version}</span>}
          </p>
          <DocumentStatus text={document} document={summary} documents={documents} />
          <DocumentFindings document={summary} onEdit={canSteer && !isEditing ? openEditor : undefined} />
          <ShortenedPrompt documentId={document.id} />
          <EarlierDraft document={document} documents={documents} field={field} onMerge={openEditor} />
          {isEditing && (
            <EditBox
              document={document}
              field={field}
              focusAsked={focusAsked}
              onSaved={setEdited}
              onClose={() => setIsOpen(false)}
            />
          )}
          {!isEditing && edited && <EditChanges edited={edited} onClose={() => setEdited(null)} />}
          {!isEditing && <DraftBanner summary={summary} field={field} onEdit={openEditor} />}
          {!isEditing && compared && (
            <CompareVersions document={document} earlier={compared} onClose={() => setCompared(null)} />
          )}
          {!isEditing && !compared && (
            <LinkedText
              sessionId={sessionId}
              documents={[{ documentId, markdown, version }]}
              shown={(text) => withoutTitle(text, document.title)}
            />
          )}
        </article>
        <aside
          aria-label="About this document"
          className="pt-11 pb-20 max-wide:mb-10 max-wide:rounded-[8px] max-wide:bg-sunken max-wide:p-4 print:hidden"
        >
          <DocumentSteering document={document} summary={summary} isEditing={isEditing} onEdit={openEditor} />
          {canSteer && (
            <Versions
              document={document}
              documents={documents}
              compared={compared}
              onCompare={(earlier) => {
                setIsOpen(false);
                setCompared(earlier);
              }}
            />
          )}
          <DocumentNotes document={document} documents={documents} marks={marks} />
          {session && (
            <div className="-mx-5 mt-4 border-t border-line">
              <LazyKnownFacts projectId={session.projectId} />
            </div>
          )}
          {canSteer && (
            <RegenerateDocument
              document={document}
              summary={summary}
              documents={documents}
              hasDraft={field.draft !== null}
            />
          )}
          <div className="mt-4 mid:hidden">{navigation}</div>
        </aside>
      </div>
    </>
  );
}
