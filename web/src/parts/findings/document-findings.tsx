import { type DocumentSummary, describeFinding, type Finding, isOpen } from "@dialectic/contract";
import { ErrorLine } from "../../api/error-message.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Accepted } from "./stage-findings.tsx";
import { openOf, useAccept } from "./use-accept.ts";

type DocumentFindingsProps = {
  document: DocumentSummary;
  /** Undefined if the text cannot be edited. */
  onEdit: (() => void) | undefined;
};

/** Shown above a document's text: its findings, with buttons to resolve them. Shows nothing if there are none. */
export function DocumentFindings({ document, onEdit }: DocumentFindingsProps) {
  const accept = useAccept(document);
  const open = openOf(document);
  if (document.replacedBy || document.findings.length === 0) return null;
  return (
    <section
      aria-labelledby="findings"
      className={cx(
        "mb-6 rounded-3 border px-4 py-2.5 text-sm print:hidden",
        open.length > 0 ? "border-mark-line bg-mark-soft" : "border-line-2 bg-panel",
      )}
    >
      <h2 id="findings" className="flex items-center gap-2.5 font-strong">
        <Icon name={open.length > 0 ? "warning" : "check"} />
        {open.length > 0 ? formatNumber(open.length, "finding") : "Findings, all accepted"}
      </h2>
      <ul className="mt-1 divide-y divide-line-2">
        {document.findings.map((finding) => (
          <FindingRow key={finding.id} finding={finding} accept={accept} />
        ))}
      </ul>
      {onEdit && open.length > 0 && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-2">
          <span className="min-w-0 flex-[1_1_240px]">
            Adding the missing text or regenerating the document also resolves a finding.
          </span>
          <Button small onClick={onEdit}>
            Edit
          </Button>
          {/* Regenerating has its own section, with its price and a confirmation. */}
          <a href="#regenerate" className={buttonLook({ small: true })}>
            Regenerate
          </a>
        </p>
      )}
      <ErrorLine error={accept.error} />
    </section>
  );
}

/** A finding that was accepted keeps its row, so that no other button moves under the pointer. */
function FindingRow({ finding, accept }: { finding: Finding; accept: ReturnType<typeof useAccept> }) {
  const sentence = describeFinding(finding);
  const isAccepting = accept.isPending && accept.variables.some(({ id }) => id === finding.id);
  return (
    <li className="flex min-h-[38px] flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <span dir="auto" className={cx("min-w-0 flex-[1_1_240px] break-words", !isOpen(finding) && "text-ink-2")}>
        {sentence}
      </span>
      {isOpen(finding) ? (
        <Button
          small
          busy={isAccepting ? "Accepting…" : undefined}
          off={accept.isPending}
          aria-label={`Accept as it is: ${sentence}`}
          onClick={() => accept.mutate([finding])}
        >
          Accept as it is
        </Button>
      ) : (
        <Accepted />
      )}
    </li>
  );
}
