import type { FactCounts } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { cx } from "../../../ui/cx.ts";
import { formatCount } from "../../../ui/format.ts";
import type { FactsSearch, FactView } from "./facts-search.ts";

const names: Record<FactView, string> = {
  all: "All",
  accepted: "Accepted",
  review: "Review",
  conflicts: "Conflicts",
  unmapped: "Unmapped",
  history: "History",
  questions: "Questions",
  turns: "Turns",
};

function countOf(view: FactView, counts: FactCounts): number | null {
  const { proposed, accepted, rejected, conflict, superseded, unmapped } = counts;
  switch (view) {
    case "all":
      return proposed + accepted + rejected + conflict + superseded;
    case "accepted":
      return accepted;
    case "review":
      return proposed;
    case "conflicts":
      return conflict;
    case "unmapped":
      return unmapped;
    default:
      return null;
  }
}

type ViewTabsProps = { projectId: string; view: FactView; counts: FactCounts | undefined };

/** The views of the ledger, with their counts. Views that contain facts waiting for a decision are marked. */
export function ViewTabs({ projectId, view, counts }: ViewTabsProps) {
  return (
    <nav
      aria-label="Views"
      className="flex max-w-full gap-0.5 overflow-x-auto rounded-[8px] border border-line bg-sunken p-0.5"
    >
      {(Object.keys(names) as FactView[]).map((one) => {
        const count = counts && countOf(one, counts);
        const waits = (one === "review" || one === "conflicts") && count !== 0;
        return (
          <Link
            key={one}
            to="/projects/$projectId/facts"
            params={{ projectId }}
            search={(one === "all" ? {} : { show: one }) satisfies FactsSearch}
            replace
            resetScroll={false}
            activeProps={{}}
            aria-current={one === view ? "page" : undefined}
            className={cx(
              "inline-flex h-[26px] items-center gap-1.5 rounded-[6px] px-2.5 text-sm whitespace-nowrap max-mid:h-9",
              one === view
                ? "bg-panel font-strong text-ink shadow-[0_0_0_1px_var(--line-2)]"
                : "text-ink-2 hover:text-ink",
            )}
          >
            {names[one]}
            {typeof count === "number" && (
              <span
                className={cx(
                  "text-xs tabular-nums",
                  waits
                    ? "min-w-[18px] rounded-full bg-you px-[5px] text-center leading-[18px] font-semi text-on-you"
                    : "text-ink-3",
                )}
              >
                {formatCount(count)}
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
