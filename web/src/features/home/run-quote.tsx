import type { Quote } from "@dialectic/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ErrorMessage } from "../../api/error-message.tsx";
import { type QuoteInput, quoteQuery, walletQuery } from "../../api/money-queries.ts";
import { DollarField } from "../../parts/money/dollar-field.tsx";
import type { BudgetField } from "../../parts/money/use-budget-field.ts";
import { capitalise, formatEstimate, formatNumber } from "../../ui/format.ts";
import { Reason } from "../../ui/reason.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { quoteWarning } from "./quote-warning.ts";
import type { RunChoice } from "./run-choice.ts";

type RunQuoteProps = {
  /** Either the brief as typed, or a project, which has a brief. */
  subject: { brief: string } | { projectId: string };
  choice: RunChoice;
  budget: BudgetField;
};

/** The quote of a run, and a field for its budget. */
export function RunQuote({ subject, choice, budget }: RunQuoteProps) {
  const brief = useDebounced("brief" in subject ? subject.brief : "", 400);
  const input: QuoteInput = {
    ...("brief" in subject ? { brief } : subject),
    models: choice.models,
    process: choice.process,
    continuations: choice.continuations,
    proposals: choice.proposals,
  };
  const enabled = choice.models.length > 0 && (!("brief" in subject) || brief.trim() !== "");
  const { data: quote, error } = useQuery({ ...quoteQuery(input), enabled, placeholderData: keepPreviousData });
  const { data: wallet } = useQuery(walletQuery);
  if (error)
    return (
      <Reason id="quote-why">
        <ErrorMessage error={error} />
      </Reason>
    );
  if (!quote) return <p className="text-sm text-ink-3">Calculating the price…</p>;
  const warning = quoteWarning(quote, budget.typed, wallet);
  return (
    <div className="min-w-0 flex-[1_1_320px] space-y-2">
      <QuoteLine quote={quote} />
      {!quote.free && (
        <DollarField
          label="Budget (max., optional)"
          small
          value={budget.typed}
          onChange={budget.type}
          problem={budget.problem}
          placeholder="no limit"
        />
      )}
      {warning && (
        <Reason id="quote-warning" icon="wallet">
          {warning}
        </Reason>
      )}
    </div>
  );
}

function QuoteLine({ quote }: { quote: Quote }) {
  const calls = formatNumber(quote.calls, "model call");
  if (quote.free) return <p className="text-sm text-ink-2">{`${calls}. Free: ${freeReason(quote)}`}</p>;
  return (
    <details className="text-sm text-ink-2">
      <summary className="cursor-pointer">
        {calls}, about <b className="font-title text-ink">{formatEstimate(quote.expected)}</b> (between{" "}
        {formatEstimate(quote.low)} and {formatEstimate(quote.high)})
      </summary>
      <table className="mt-2 text-xs tabular-nums [&_td]:ps-4 [&_td]:text-end [&_th]:text-start [&_th]:font-normal">
        <tbody>
          {quote.stages.map((stage) => (
            <tr key={stage.stage}>
              <th scope="row">{capitalise(stage.stage)}</th>
              <td className="max-mid:hidden">{formatNumber(stage.calls, "call")}</td>
              <td className="text-ink">{formatEstimate(stage.expected)}</td>
              <td>
                {formatEstimate(stage.low)} – {formatEstimate(stage.high)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {quote.notes.map((note) => (
        <p key={note} className="mt-1.5 max-w-[66ch] text-xs text-ink-3">
          {note}
        </p>
      ))}
    </details>
  );
}

const freeReason = (quote: Quote): string =>
  quote.models.every((id) => id.startsWith("rehearsal/"))
    ? "rehearsal models run on this machine."
    : "these models cost nothing.";
