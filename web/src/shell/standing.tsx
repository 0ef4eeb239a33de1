import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { walletQuery } from "../api/money-queries.ts";
import { LiveMark } from "../live/live-mark.tsx";
import { formatAmount } from "../ui/format.ts";

/** At the end of every page's head: what is in the wallet, and whether what you see is what is. */
export function Standing() {
  return (
    <>
      <BalanceLink />
      <LiveMark />
    </>
  );
}

/** On a small screen the bar at the foot leads to the wallet; the head has no room for it. */
function BalanceLink() {
  const { data: wallet } = useQuery(walletQuery);
  if (!wallet) return null;
  return (
    <Link
      to="/wallet"
      activeOptions={{ includeSearch: false }}
      aria-label={`Wallet, balance ${formatAmount(wallet.balance)}`}
      className="rounded-1 px-1 text-xs whitespace-nowrap text-ink-2 tabular-nums hover:text-ink hover:underline max-mid:hidden"
    >
      {formatAmount(wallet.balance)}
    </Link>
  );
}
