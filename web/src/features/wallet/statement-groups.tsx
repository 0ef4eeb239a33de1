import type { StatementGroup, StatementGrouping, StatementSums } from "@dialectic/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { statementQuery } from "../../api/money-queries.ts";
import { LoadError, ShowMore } from "../../api/paging.tsx";
import { capitalise, formatAmount, formatCount } from "../../ui/format.ts";
import { Loading } from "../../ui/page/skeleton.tsx";
import { filterOf, linesOf, type StatementSearch, stepInto } from "./statement-search.ts";

const amounts = ["lost", "refunded", "overrun", "paid"] as const;
const cell = "py-2 ps-3 text-end tabular-nums first:ps-0 first:text-start";

/** Sums by group. The name of a group links to the groups within it, and the amount links to its transactions. */
export function StatementGroups({ search, by }: { search: StatementSearch; by: StatementGrouping }) {
  const query = useInfiniteQuery(statementQuery(by, filterOf(search)));
  const { data, error } = query;
  if (!data && error) return <LoadError query={query} />;
  if (!data) return <Loading what="Loading the statement" className="py-4" />;
  const groups = data.pages.flatMap((page) => page.groups);
  const total = data.pages[0]?.total;
  if (!total || groups.length === 0) return <p className="py-3 text-sm text-ink-2">Nothing has been spent.</p>;
  // Columns that contain only zeros are left out, because most statements have neither losses nor refunds.
  const shown = amounts.filter((name) => name === "paid" || total[name] !== "0");
  return (
    <>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line-2 text-xs text-ink-2">
            <th scope="col" className={`${cell} font-semi`}>
              {capitalise(by)}
            </th>
            <th scope="col" className={`${cell} font-semi`}>
              Calls
            </th>
            {shown.map((name) => (
              <th key={name} scope="col" className={`${cell} font-semi`}>
                {capitalise(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Row key={group.key ?? ""} search={search} group={group} shown={shown} />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-strong">
            <th scope="row" className={cell}>
              Total
            </th>
            <Sums sums={total} shown={shown} to={{ ...filterOf(search), show: "lines" }} />
          </tr>
        </tfoot>
      </table>
      <ShowMore query={query} />
    </>
  );
}

type Shown = readonly (typeof amounts)[number][];

function Row({ search, group, shown }: { search: StatementSearch; group: StatementGroup; shown: Shown }) {
  const name = group.label ?? (group.key === null ? "Other" : "Deleted");
  return (
    <tr className="border-b border-line">
      <th scope="row" className={`${cell} font-normal`}>
        <Link
          to="/wallet"
          search={stepInto(search, group)}
          resetScroll={false}
          activeProps={{}}
          className="link break-words"
        >
          <bdi>{name}</bdi>
        </Link>
      </th>
      <Sums sums={group} shown={shown} to={linesOf(search, group)} />
    </tr>
  );
}

function Sums({ sums, shown, to }: { sums: StatementSums; shown: Shown; to: StatementSearch }) {
  return (
    <>
      <td className={cell}>{formatCount(sums.calls)}</td>
      {shown.map((name) => (
        <td key={name} className={cell}>
          {sums[name] === "0" ? (
            "–"
          ) : (
            <Link to="/wallet" search={to} resetScroll={false} activeProps={{}} className="link">
              {formatAmount(sums[name])}
            </Link>
          )}
        </td>
      ))}
    </>
  );
}
