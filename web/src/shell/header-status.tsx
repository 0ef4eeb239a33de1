import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { walletQuery } from "../api/money-queries.ts";
import { useConnection } from "../live/live-context.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatAmount, formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { setChatOpen, useChatOpen, usePageProject } from "./chat-dock.ts";

/** The end of every page's header: the chat, the wallet's balance, and whether the page receives live updates. */
export function HeaderStatus() {
  return (
    <>
      <ChatToggle />
      <BalanceLink />
      <LiveMark />
    </>
  );
}

/** Opens and closes the chat panel. Shown only on pages of a project. */
function ChatToggle() {
  const isOpen = useChatOpen();
  const projectId = usePageProject();
  if (projectId === null) return null;
  return (
    <Button small aria-expanded={isOpen} onClick={() => setChatOpen(!isOpen)}>
      <Icon name="chat" size={14} />
      Chat
    </Button>
  );
}

/** A link to the wallet, with the balance. Hidden on small screens, where the bottom bar has such a link. */
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

const words = { connecting: "Connecting", live: "Live", back: "Live", lost: "Reconnecting" };

/** Shows whether the page receives live updates. */
function LiveMark() {
  const { phase, lastSeq } = useConnection();
  const on = phase === "live" || phase === "back";
  const title = on && lastSeq !== null ? `Connected. Last event ${formatCount(lastSeq)}.` : undefined;
  return (
    <span title={title} className="inline-flex items-center gap-2 text-xs whitespace-nowrap text-ink-3">
      <i
        className={cx(
          "size-[7px] rounded-full",
          on && "bg-ink shadow-[0_0_0_3px_color-mix(in_srgb,var(--ink)_12%,transparent)]",
          phase === "connecting" && "border-[1.5px] border-control",
          phase === "lost" && "border-[1.5px] border-bad",
        )}
      />
      <span className="max-mid:sr-only">{words[phase]}</span>
    </span>
  );
}
