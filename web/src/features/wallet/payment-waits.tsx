import { type PaymentWait, type Wallet, waysOut } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { sessionQuery } from "../../api/queries.ts";
import { describeWay } from "../../money/describe-way.ts";
import { WayButton } from "../../money/way-button.tsx";
import { formatAmount, formatMoment } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";

/** What rests until it is paid for or allowed, session by session, with the press that helps. */
export function PaymentWaits({ waits, wallet }: { waits: PaymentWait[]; wallet: Wallet }) {
  if (waits.length === 0) return null;
  const bySession = [...Map.groupBy(waits, (wait) => wait.sessionId)];
  return (
    <section aria-labelledby="waits">
      <h2 id="waits" className="mb-2 flex items-center gap-2 text-xl font-title tracking-[-.012em]">
        Waits for you
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
  const means = { wallet, budget: session?.budget ?? null };
  // Until the session's budget is known, the way out of it is not.
  const ways = sessionId !== null && !session ? [] : waysOut(waits, { wallet, budgetOf: () => means.budget });
  return (
    <li className="border-b border-mark-line/30 px-4 py-3 last:border-0">
      {sessionId && session && (
        <Link to="/sessions/$sessionId" params={{ sessionId }} className="link font-title">
          <bdi>{session.projectName}</bdi>
        </Link>
      )}
      {ways.map((way) => {
        const { title, text } = describeWay(way, means);
        return (
          <div key={way.kind} className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-2">
            <p className="min-w-0 flex-[1_1_280px] text-sm">
              <Icon name="pause" size={14} className="me-1.5 inline-block align-[-2px]" />
              <b className="font-strong">{title}</b> {text}
            </p>
            <WayButton way={way} sessionId={sessionId} />
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
