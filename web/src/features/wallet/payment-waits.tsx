import { type PaymentWait, paymentOptions, type Wallet } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { sessionQuery } from "../../api/queries.ts";
import { describePayment } from "../../parts/money/describe-payment.ts";
import { PaymentButton } from "../../parts/money/payment-button.tsx";
import { formatAmount, formatMoment } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";

/** Jobs that wait for money or for an approval, by session, with the payment options of each. */
export function PaymentWaits({ waits, wallet }: { waits: PaymentWait[]; wallet: Wallet }) {
  if (waits.length === 0) return null;
  const bySession = [...Map.groupBy(waits, (wait) => wait.sessionId)];
  return (
    <section aria-labelledby="waits">
      <h2 id="waits" className="mb-2 flex items-center gap-2 text-xl font-title tracking-[-.012em]">
        Waiting for you
        <span className="min-w-[18px] rounded-full bg-you px-[5px] text-center text-xs leading-[18px] font-semi text-on-you">
          {waits.length}
        </span>
      </h2>
      <ul className="rounded-3 border border-mark-line bg-mark-soft">
        {bySession.map(([sessionId, own]) => (
          <Waiting key={sessionId ?? ""} sessionId={sessionId} waits={own} wallet={wallet} />
        ))}
      </ul>
    </section>
  );
}

type WaitingProps = { sessionId: string | null; waits: PaymentWait[]; wallet: Wallet };

function Waiting({ sessionId, waits, wallet }: WaitingProps) {
  const { data: session } = useQuery({ ...sessionQuery(sessionId ?? ""), enabled: sessionId !== null });
  const funds = { wallet, budget: session?.budget ?? null };
  // No options are shown until the session is loaded, because they depend on the session's budget.
  const options = sessionId !== null && !session ? [] : paymentOptions(waits, { wallet, budgetOf: () => funds.budget });
  return (
    <li className="border-b border-mark-line/30 px-4 py-3 last:border-0">
      {sessionId && session && (
        <Link to="/sessions/$sessionId" params={{ sessionId }} className="link font-title">
          <bdi>{session.projectName}</bdi>
        </Link>
      )}
      {options.map((option) => {
        const { title, text } = describePayment(option, funds);
        return (
          <div key={option.kind} className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-2">
            <p className="min-w-0 flex-[1_1_280px] text-sm">
              <Icon name="pause" size={14} className="me-1.5 inline-block align-[-2px]" />
              <b className="font-strong">{title}</b> {text}
            </p>
            <PaymentButton option={option} sessionId={sessionId} />
          </div>
        );
      })}
      <ul className="mt-2 text-xs text-ink-2">
        {waits.map((wait) => (
          <li key={wait.jobId} className="flex flex-wrap gap-x-2 tabular-nums">
            <bdi>{wait.label}</bdi>
            {wait.model && <bdi>{wait.model}</bdi>}
            <span>{formatAmount(wait.amount)}</span>
            <time dateTime={wait.since}>since {formatMoment(wait.since)}</time>
          </li>
        ))}
      </ul>
    </li>
  );
}
