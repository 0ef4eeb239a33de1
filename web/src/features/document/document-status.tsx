import type { Document, DocumentSummary } from "@dialectic/contract";
import { Link, useNavigate } from "@tanstack/react-router";
import { ErrorMessage } from "../../api/error-message.tsx";
import { useEarlierText, useStopRegeneration } from "../../parts/steering/use-steering.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";

type DocumentStatusProps = { text: Document; document: DocumentSummary; documents: DocumentSummary[] };

/** Says that a document was regenerated, is being regenerated, or is stale. */
export function DocumentStatus({ text, document, documents }: DocumentStatusProps) {
  if (document.replacedBy) return <Replaced text={text} by={document.replacedBy} />;
  if (document.regenerating) return <Regenerating document={document} jobId={document.regenerating} />;
  if (!document.stale) return null;
  const { because, reason } = document.stale;
  const isKnown = documents.some(({ id }) => id === because);
  return (
    <Banner
      className="mb-6"
      icon="warning"
      title="Stale."
      actions={isKnown && <Open id={because}>Open the changed document</Open>}
    >
      <bdi>{reason}</bdi>
    </Banner>
  );
}

function Replaced({ text, by }: { text: Document; by: string }) {
  const navigate = useNavigate();
  const restore = useEarlierText(text);
  return (
    <Banner
      className="mb-6"
      icon="again"
      title="This document was regenerated."
      actions={
        <>
          <Open id={by}>Open the new document</Open>
          {text.kind === "whole" && (
            <Button
              small
              busy={restore.isPending ? "Saving…" : undefined}
              onClick={() =>
                restore.mutate(by, {
                  onSuccess: () => void navigate({ to: "/documents/$documentId", params: { documentId: by } }),
                })
              }
            >
              Restore this text
            </Button>
          )}
        </>
      }
    >
      {restore.error ? <ErrorMessage error={restore.error} /> : "Later stages read the new document."}
    </Banner>
  );
}

function Regenerating({ document, jobId }: { document: DocumentSummary; jobId: string }) {
  const stop = useStopRegeneration(document.sessionId);
  return (
    <Banner
      className="mb-6"
      icon="again"
      title="This document is being regenerated."
      actions={
        <Button
          small
          busy={stop.isPending ? "Stopping…" : undefined}
          onClick={() => stop.mutate({ jobId, all: false })}
        >
          Stop regenerating
        </Button>
      }
    >
      {stop.error ? (
        <ErrorMessage error={stop.error} />
      ) : (
        "The new document replaces this one when it is finished. Until then, you cannot start a stage that reads this document."
      )}
    </Banner>
  );
}

function Open({ id, children }: { id: string; children: React.ReactNode }) {
  return (
    <Link to="/documents/$documentId" params={{ documentId: id }} className={buttonLook({ small: true })}>
      {children}
    </Link>
  );
}
