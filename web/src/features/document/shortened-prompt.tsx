import type { DocumentReceipt } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { receiptsQuery } from "../../api/queries.ts";
import { formatCount, formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";

type Part = DocumentReceipt["parts"][number];

/** Shows what was left out of the prompts for a document because it did not fit into the model's window. */
export function ShortenedPrompt({ documentId }: { documentId: string }) {
  const { data: receipts = [] } = useQuery(receiptsQuery(documentId));
  const [first] = receipts;
  if (!first) return null;
  return (
    <details className="mb-6 rounded-3 border border-line-2 bg-panel px-4 py-2.5 text-sm print:hidden">
      <summary className="cursor-pointer">
        <b className="font-strong">This document was written from a shortened prompt.</b>{" "}
        <span className="text-ink-2">
          {formatCount(first.tokensBefore)} tokens did not fit into the context window of <bdi>{first.model}</bdi>.
        </span>
      </summary>
      {/* The list scrolls, because a document that took many requests has many receipts, which would push its text down. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard */}
      <section className="max-h-[70vh] overflow-auto -outline-offset-2" tabIndex={0} aria-label="What was shortened">
        {receipts.map((receipt) => (
          <Receipt key={`${receipt.continuation} ${receipt.at}`} receipt={receipt} isOnly={receipts.length === 1} />
        ))}
      </section>
    </details>
  );
}

function Receipt({ receipt, isOnly }: { receipt: DocumentReceipt; isOnly: boolean }) {
  const { continuation, tokensBefore, tokensAfter, parts } = receipt;
  return (
    <section className="mt-3 border-t border-line-2 pt-2">
      <h2 className="flex items-center gap-1.5 text-xs font-semi text-ink-3">
        <Icon name="list" size={13} />
        {isOnly ? "What was shortened" : `What was shortened in request ${continuation + 1}`}
      </h2>
      <p className="mt-0.5 text-xs text-ink-2 tabular-nums">
        From {formatCount(tokensBefore)} to {formatNumber(tokensAfter, "token")}.
      </p>
      <ul className="mt-1.5 space-y-2">
        {parts.map((part) => (
          <li key={part.id}>
            <ShortenedPart part={part} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShortenedPart({ part }: { part: Part }) {
  return (
    <>
      <p className="break-words">
        {part.documentId ? (
          <Link to="/documents/$documentId" params={{ documentId: part.documentId }} className="link">
            <bdi>{part.label}</bdi>
          </Link>
        ) : (
          <bdi>{part.label}</bdi>
        )}{" "}
        <span className="text-xs text-ink-3 tabular-nums">
          from {formatCount(part.from)} to {formatNumber(part.to, "token")}
        </span>
      </p>
      {part.leftOut.length > 0 && (
        <details className="text-xs text-ink-2">
          <summary className="cursor-pointer max-mid:py-1.5">
            {formatNumber(part.leftOut.length, "passage")} left out
          </summary>
          <ol className="mt-1 space-y-1.5">
            {part.leftOut.map(({ start, text }) => (
              <li key={start} dir="auto" className="rounded-2 bg-sunken px-3 py-2 break-words whitespace-pre-wrap">
                {text.trim()}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
