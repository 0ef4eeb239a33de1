import { Link, useSearch } from "@tanstack/react-router";
import { buttonLook } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Download } from "../../ui/download.tsx";
import { capitalise } from "../../ui/format.ts";
import { StatementFilters } from "./statement-filters.tsx";
import { StatementGroups } from "./statement-groups.tsx";
import { StatementLines } from "./statement-lines.tsx";
import { csvAddress, filterOf, groupingOf, groupings, type StatementSearch } from "./statement-search.ts";

/** What was spent, by group. Groups can be opened, down to the transactions. */
export function Statement() {
  const search = useSearch({ from: "/wallet" });
  const filter = filterOf(search);
  const by = groupingOf(search);
  return (
    <section aria-labelledby="statement">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="statement" className="scroll-mt-16 text-xl font-title tracking-[-.012em]">
          Statement
        </h2>
        <Download href={csvAddress(filter)} name="statement.csv" className={`${buttonLook({ small: true })} ms-auto`}>
          Save as CSV
        </Download>
      </div>
      <nav aria-label="Group by" className="mb-3 flex flex-wrap gap-x-1 gap-y-1 text-sm">
        {groupings.map((grouping) => (
          <GroupLink
            key={grouping}
            to={{ ...filter, by: grouping }}
            isHere={search.show !== "lines" && by === grouping}
          >
            {`${capitalise(grouping)}s`}
          </GroupLink>
        ))}
        <GroupLink to={{ ...filter, show: "lines" }} isHere={search.show === "lines"}>
          Transactions
        </GroupLink>
      </nav>
      <StatementFilters search={search} />
      {search.show === "lines" ? <StatementLines filter={filter} /> : <StatementGroups search={search} by={by} />}
    </section>
  );
}

type GroupLinkProps = { to: StatementSearch; isHere: boolean; children: React.ReactNode };

function GroupLink({ to, isHere, children }: GroupLinkProps) {
  return (
    <Link
      to="/wallet"
      search={to}
      resetScroll={false}
      activeProps={{}}
      aria-current={isHere ? "true" : undefined}
      className={cx(
        "inline-flex h-[26px] items-center rounded-2 px-2 hover:bg-hover hover:text-ink max-mid:h-9",
        isHere ? "bg-hover font-strong text-ink" : "text-ink-2",
      )}
    >
      {children}
    </Link>
  );
}
