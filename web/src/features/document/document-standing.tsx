import type { DocumentSummary } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { Banner } from "../../ui/banner.tsx";
import { buttonLook } from "../../ui/button.tsx";

type DocumentStandingProps = { document: DocumentSummary; documents: DocumentSummary[] };

/** What a reader should know before reading: another took its place, it is being written anew, or it is stale. */
export function DocumentStanding({ document, documents }: DocumentStandingProps) {
  if (document.replacedBy) {
    return (
      <Banner
        className="mb-6"
        icon="again"
        title="This was regenerated."
        actions={<Open id={document.replacedBy}>Open the new one</Open>}
      >
        No later stage reads it any more.
      </Banner>
    );
  }
  if (document.regenerating) {
    return (
      <Banner className="mb-6" icon="again" title="It is being written anew.">
        The new one takes its place when it is done; this one stays to be read.
      </Banner>
    );
  }
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

function Open({ id, children }: { id: string; children: React.ReactNode }) {
  return (
    <Link to="/documents/$documentId" params={{ documentId: id }} className={buttonLook({ small: true })}>
      {children}
    </Link>
  );
}
