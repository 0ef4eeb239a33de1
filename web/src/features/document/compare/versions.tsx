import type { Document, DocumentSummary } from "@dialectic/contract";
import { Button } from "../../../ui/button.tsx";
import { formatMoment, formatNumber } from "../../../ui/format.ts";

/** An earlier text: a version of this document, or of the document that this one replaced. */
export type Earlier = { documentId: string; version: number; name: string };

type VersionsProps = {
  document: Document;
  documents: DocumentSummary[];
  compared: Earlier | null;
  onCompare: (earlier: Earlier) => void;
};

/** All versions of the document, each of which can be compared with the current one and restored. */
export function Versions({ document, documents, compared, onCompare }: VersionsProps) {
  const regenerated = documents.filter((one) => one.replacedBy === document.id);
  if (document.versions.length + regenerated.length < 2) return null;
  const compareButton = (earlier: Earlier) => (
    <Button
      small
      variant="quiet"
      aria-label={`Compare with ${earlier.name}`}
      aria-pressed={compared?.documentId === earlier.documentId && compared.version === earlier.version}
      onClick={() => onCompare(earlier)}
    >
      Compare
    </Button>
  );
  return (
    <section aria-labelledby="versions" className="border-t border-line-2 pt-1.5">
      <h2 id="versions" className="text-xs font-semi text-ink-3">
        Versions
      </h2>
      <ol className="text-xs text-ink-2">
        {regenerated.map(({ id, version, model, createdAt, words }) => (
          <li key={id} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              Before regeneration: <bdi>{model}</bdi>, {formatMoment(createdAt)}, {formatNumber(words, "word")}
            </span>
            {compareButton({ documentId: id, version, name: "the text before regeneration" })}
          </li>
        ))}
        {document.versions.map(({ version, author, at, words }) => (
          <li key={version} className="flex min-h-[26px] items-center gap-2">
            <span className="min-w-0 flex-1">
              {version}. <bdi>{author}</bdi>, {formatMoment(at)}, {formatNumber(words, "word")}
            </span>
            {version === document.version
              ? "current"
              : compareButton({ documentId: document.id, version, name: `version ${version}` })}
          </li>
        ))}
      </ol>
    </section>
  );
}
