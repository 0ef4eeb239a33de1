import type { StatementGrouping } from "@dialectic/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { statementQuery } from "../../api/money-queries.ts";
import { buttonLook } from "../../ui/button.tsx";
import { capitalise } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { groupings, type StatementSearch, widen } from "./statement-search.ts";

/** The filters of the statement; each can be removed. */
export function StatementFilters({ search }: { search: StatementSearch }) {
  const active = groupings.filter((name) => search[name] !== undefined);
  if (active.length === 0) return null;
  return (
    <ul aria-label="Filters" className="mb-3 flex flex-wrap gap-2">
      {active.map((name) => (
        <li key={name} className="max-w-full">
          <Filter name={name} value={search[name] ?? ""} search={search} />
        </li>
      ))}
    </ul>
  );
}

type FilterProps = { name: StatementGrouping; value: string; search: StatementSearch };

function Filter({ name, value, search }: FilterProps) {
  // The URL contains only an id. The name comes from a statement that is filtered by this id.
  const { data } = useInfiniteQuery(statementQuery(name, { [name]: value }));
  const label = value === "none" ? "none" : (data?.pages[0]?.groups[0]?.label ?? value);
  return (
    <Link
      to="/wallet"
      search={widen(search, name)}
      resetScroll={false}
      activeProps={{}}
      className={`${buttonLook({ small: true })} max-w-full`}
      aria-label={`Remove filter ${capitalise(name)}: ${label}`}
    >
      <span className="truncate">
        {capitalise(name)}: <bdi>{label}</bdi>
      </span>
      <Icon name="cross" size={12} />
    </Link>
  );
}
