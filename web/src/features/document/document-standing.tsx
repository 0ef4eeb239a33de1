import type { Document, DocumentSummary } from "@dialectic/contract";
import { Link, useNavigate } from "@tanstack/react-router";
import { Explained } from "../../api/explained.tsx";
import { useEarlierText, useStopRegeneration } from "../../steering/use-steering.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";

type DocumentStandingProps = { text: Document; document: DocumentSummary; documents: DocumentSummary[] };

/** What a reader should know before reading: another document took its place, is about to, or should. */
export function DocumentStanding({ text, document, documents }: DocumentStandingProps) {
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
      actions={isKnown && <Open id={because}>Open what changed</Open>}
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
      title="This was regenerated."
      actions={
        <>
          <Open id={by}>Open the new one</Open>
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
              Use this text again
            </Button>
          )}
        </>
      }
    >
      {restore.error ? <Explained error={restore.error} /> : "Later stages read the new document."}
    </Banner>
  );
}

function Regenerating({ document, jobId }: { document: DocumentSummary; jobId: string }) {
  const stop = useStopRegeneration(document.sessionId);
  return (
    <Banner
      className="mb-6"
      icon="again"
      title="It is being written again."
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
        <Explained error={stop.error} />
      ) : (
        "The new document takes the place of this one when it is done. Until then this one counts."
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
