import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { inboxTotalQuery } from "../api/inbox-queries.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { ThemeToggle } from "../ui/theme-toggle.tsx";

const place =
  "relative grid content-center justify-items-center gap-[3px] text-xs leading-[14px] text-ink-3 aria-[current=page]:font-strong aria-[current=page]:text-ink";

/** The navigation on small screens. It is at the bottom, where the thumb can reach it. */
export function BottomBar() {
  const { data: waiting = 0 } = useQuery(inboxTotalQuery);
  return (
    <nav
      aria-label="Sections"
      className="fixed inset-x-0 bottom-0 z-8 grid h-15 grid-cols-5 border-t border-line-2 bg-paper mid:hidden print:hidden"
    >
      <Link to="/" activeOptions={{ exact: true, includeHash: true }} className={place}>
        <Icon name="home" size={18} />
        Home
      </Link>
      <Link to="/" hash="projects" activeOptions={{ includeHash: true }} className={place}>
        <Icon name="list" size={18} />
        Projects
      </Link>
      <Link to="/" hash="needs" activeOptions={{ includeHash: true }} className={place}>
        <Icon name="inbox" size={18} />
        Inbox
        {waiting > 0 && (
          <span className="absolute start-[calc(50%+6px)] top-1.5 min-w-4 rounded-[8px] bg-you px-1 text-center leading-4 font-title text-on-you">
            {formatCount(waiting)}
            <span className="sr-only"> waiting</span>
          </span>
        )}
      </Link>
      <Link to="/wallet" activeOptions={{ includeSearch: false }} className={place}>
        <Icon name="wallet" size={18} />
        Wallet
      </Link>
      <ThemeToggle className={place} named />
    </nav>
  );
}
