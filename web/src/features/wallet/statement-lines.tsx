import type { StatementLine } from "@dialectic/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { linesQuery, type StatementFilter } from "../../api/money-queries.ts";
import { LoadError, ShowMore } from "../../api/paging.tsx";
import { capitalise, formatAmount, formatMoment } from "../../ui/format.ts";
import { Loading } from "../../ui/page/skeleton.tsx";

/** The transactions, newest first, each with its entries. */
export function StatementLines({ filter }: { filter: StatementFilter }) {
  const query = useInfiniteQuery(linesQuery(filter));
  const { data, error } = query;
  if (!data && error) return <LoadError query={query} />;
  if (!data) return <Loading what="Loading the transactions" className="py-4" />;
  const lines = data.pages.flatMap((page) => page.items);
  if (lines.length === 0) return <p className="py-3 text-sm text-ink-2">No transactions.</p>;
  return (
    <>
      <ul className="border-t border-line-2">
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}

function Line({ line }: { line: StatementLine }) {
  return (
    <li className="border-b border-line">
      <details>
        <summary className="grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2 text-sm hover:bg-sunken mid:grid-cols-[140px_minmax(0,1fr)_auto]">
          <time dateTime={line.at} className="text-xs leading-5 text-ink-3 tabular-nums max-mid:order-3">
            {formatMoment(line.at)}
          </time>
          <span className="min-w-0 break-words">
            <span className="font-semi">{kindNames[line.kind]}</span>{" "}
            <bdi className="text-ink-2">{subjectOf(line)}</bdi>
            {line.estimated && <span className="text-xs text-ink-3"> estimated</span>}
          </span>
          <span className="text-end font-semi tabular-nums">{formatAmount(line.amount)}</span>
        </summary>
        <Entries line={line} />
      </details>
    </li>
  );
}

function Entries({ line }: { line: StatementLine }) {
  return (
    <div className="mb-2 space-y-1 rounded-2 bg-sunken px-3 py-2 text-xs text-ink-2 mid:ms-[156px]">
      <table className="tabular-nums">
        <caption className="sr-only">Entries of transaction {line.id}</caption>
        <tbody>
          {line.entries.map((entry) => (
            <tr key={entry.account}>
              <th scope="row" className="pe-6 text-start font-normal">
                {capitalise(entry.account)}
              </th>
              <td className="text-end">{formatAmount(entry.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Transaction {line.id}
        {line.reverses !== null && `, reverses ${line.reverses}`}.{" "}
        {line.sessionId && (
          <Link
            to="/sessions/$sessionId"
            params={{ sessionId: line.sessionId }}
            search={line.stage ? { stage: line.stage } : {}}
            className="link"
          >
            Open the session
          </Link>
        )}
      </p>
    </div>
  );
}

const kindNames: Record<StatementLine["kind"], string> = {
  "top-up": "Added",
  charge: "Call",
  loss: "Lost answer",
  refund: "Refund",
  recovery: "Recovered",
};

const subjectOf = (line: StatementLine): string => [line.stage, line.model, line.memo].filter(Boolean).join(" · ");
