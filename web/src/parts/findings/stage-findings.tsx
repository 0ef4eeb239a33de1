import { type DocumentSummary, describeFinding, isOpen, type StageRun } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { ErrorLine } from "../../api/error-message.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Mark } from "../../ui/marks/assign-marks.ts";
import { ModelMark } from "../../ui/marks/model-mark.tsx";
import { StatusWord } from "../../ui/status-word.tsx";
import { openOf, useAccept } from "./use-accept.ts";

type StageFindingsProps = { stage: StageRun; documents: DocumentSummary[]; marks: Map<string, Mark> };

/** The documents of a stage that have findings, even intermediate ones. Shows nothing if there are none. */
export function StageFindings({ stage, documents, marks }: StageFindingsProps) {
  const found = documents.filter(
    (one) =>
      one.stage === stage.stage &&
      one.iteration === stage.iteration &&
      one.kind === "whole" &&
      one.replacedBy === null &&
      one.findings.length > 0,
  );
  if (found.length === 0) return null;
  const count = found.reduce((sum, one) => sum + openOf(one).length, 0);
  return (
    <section aria-labelledby="findings" className="border-b border-line px-5 py-3.5">
      <div className="mb-1 flex items-baseline gap-2">
        <h2 id="findings" className="font-title">
          Findings
        </h2>
        <span className="ms-auto text-xs text-ink-3 tabular-nums">{count}</span>
      </div>
      <ul>
        {found.map((document) => (
          <FoundIn key={document.id} document={document} mark={marks.get(document.model)} />
        ))}
      </ul>
    </section>
  );
}

/** A document whose findings were accepted keeps its row, so that no other button moves under the pointer. */
function FoundIn({ document, mark }: { document: DocumentSummary; mark: Mark | undefined }) {
  const accept = useAccept(document);
  const open = openOf(document);
  return (
    <li className="flex items-start gap-2 border-t border-line py-2 first:border-0">
      <ModelMark mark={mark} name={document.model} />
      <div className="min-w-0 flex-1">
        <p className="text-sm break-words" dir="auto">
          {document.title}
        </p>
        <ul className="list-disc ps-4 text-xs text-ink-2">
          {document.findings.map((finding) => (
            <li key={finding.id} dir="auto" className="break-words">
              {describeFinding(finding)}
              {!isOpen(finding) && open.length > 0 && " (accepted)"}
            </li>
          ))}
        </ul>
        <div className="mt-1.5 flex min-h-[26px] flex-wrap items-center gap-2">
          <Link
            to="/documents/$documentId"
            params={{ documentId: document.id }}
            className={buttonLook({ small: true })}
            aria-label={`Edit or regenerate ${document.title} by ${document.model}`}
          >
            Edit or regenerate
          </Link>
          {open.length > 0 ? (
            <Button
              small
              busy={accept.isPending ? "Accepting…" : undefined}
              aria-label={`Accept as it is: ${document.title} by ${document.model}`}
              onClick={() => accept.mutate(open)}
            >
              Accept as it is
            </Button>
          ) : (
            <Accepted />
          )}
        </div>
        <ErrorLine error={accept.error} className="mt-1 text-xs" />
      </div>
    </li>
  );
}

export const Accepted = () => <StatusWord tone="quiet" icon="check" word="accepted" />;

/** The number of open findings. Shown next to a document's text. */
export function FindingsNote({ document, className = "" }: { document: DocumentSummary; className?: string }) {
  const open = openOf(document);
  if (open.length === 0) return null;
  return (
    <p className={`flex gap-1.5 text-xs font-strong text-mark-ink ${className}`}>
      <Icon name="warning" size={14} className="mt-0.5" /> {formatNumber(open.length, "finding")}
    </p>
  );
}
