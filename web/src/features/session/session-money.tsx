import { quotedInAll, type Session } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { rangeOf } from "../../parts/money/range.ts";
import { RangeBar } from "../../parts/money/range-bar.tsx";
import { formatAmount, formatEstimate, formatNumber } from "../../ui/format.ts";
import { BudgetLine } from "./budget-line.tsx";

/** What the session cost, by stage. Every amount links to its transactions. */
export function SessionMoney({ session }: { session: Session }) {
  const range = rangeOf({ ...session, quote: quotedInAll(session) });
  const charged = session.stages.filter((stage) => stage.spent !== "0");
  return (
    <section aria-labelledby="money" className="border-b border-line px-5 py-3.5">
      <div className="mb-1 flex items-baseline gap-2">
        <h2 id="money" className="font-title">
          Money
        </h2>
        <Link
          to="/wallet"
          search={{ session: session.id }}
          hash="statement"
          className="link ms-auto text-xs text-ink-3"
        >
          Statement
        </Link>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <Amount session={session} amount={session.spent} className="text-xl font-title" />
        <span className="text-xs text-ink-3">{describeQuoted(session)}</span>
      </p>
      {range && <RangeBar range={range} label={describeRange(session)} />}
      <p className="mt-1 text-xs text-ink-3">
        {formatNumber(session.calls, "model call")} in {formatNumber(session.requests, "request")}, iteration{" "}
        {session.iteration}.
      </p>
      {charged.length > 0 && (
        <ul className="mt-2 text-sm tabular-nums">
          {charged.map((stage) => (
            <li key={stage.stage} className="flex justify-between gap-4">
              {stage.name}
              <span>
                <Amount session={session} amount={stage.spent} stage={stage.stage} />
                {quotedFor(session, stage.stage)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <BudgetLine session={session} />
    </section>
  );
}

const quotedFor = ({ quote }: Session, key: string): string => {
  const quoted = quote?.stages.find(({ stage }) => stage === key);
  return quoted && !quote?.free ? ` / ${formatEstimate(quoted.expected)}` : "";
};

function describeQuoted(session: Session): string {
  const { spent } = session;
  const quote = quotedInAll(session);
  if (!quote) return "spent";
  if (quote.free) return spent === "0" ? "as quoted" : "spent, quoted as free";
  return `of about ${formatEstimate(quote.expected)} quoted`;
}

function describeRange(session: Session): string {
  const { spent, budget } = session;
  const quote = quotedInAll(session);
  const quoted = quote
    ? `quoted from ${formatEstimate(quote.low)} to ${formatEstimate(quote.high)}, expected ${formatEstimate(quote.expected)}`
    : "not quoted";
  return `Spent ${formatAmount(spent)}; ${quoted}${budget ? `; budget ${formatAmount(budget.cap)}` : ""}`;
}

type AmountProps = { session: Session; amount: string; stage?: string; className?: string };

function Amount({ session, amount, stage, className = "" }: AmountProps) {
  if (amount === "0") return <span className={className}>{session.quote?.free ? "free" : "$0.00"}</span>;
  return (
    <Link
      to="/wallet"
      search={{ session: session.id, ...(stage && { stage }), show: "lines" }}
      hash="statement"
      className={`link ${className}`}
    >
      {formatAmount(amount)}
    </Link>
  );
}
