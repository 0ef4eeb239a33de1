import type { Wallet } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { formatAmount } from "../../ui/format.ts";

/** The wallet's balance, and how much of it is held and free. */
export function WalletFigures({ wallet }: { wallet: Wallet }) {
  return (
    <dl className="grid grid-cols-3 border-y border-line max-mid:grid-cols-1 max-mid:divide-y max-mid:divide-line mid:divide-x mid:divide-line">
      <Figure name="Balance" about="the sum of all transactions">
        <Link to="/wallet" search={{ show: "lines" }} className="hover:underline">
          {formatAmount(wallet.balance)}
        </Link>
      </Figure>
      <Figure name="Held" about="for calls in progress">
        {formatAmount(wallet.held)}
      </Figure>
      <Figure name="Free to spend" about="balance minus held">
        {formatAmount(wallet.free)}
      </Figure>
    </dl>
  );
}

function Figure({ name, about, children }: { name: string; about: string; children: React.ReactNode }) {
  return (
    <div className="py-4 mid:px-5 mid:first:ps-0">
      <dt className="text-xs font-semi text-ink-2">{name}</dt>
      <dd className="text-2xl font-semi tracking-[-.02em] tabular-nums">{children}</dd>
      <dd className="text-xs text-ink-3">{about}</dd>
    </div>
  );
}
