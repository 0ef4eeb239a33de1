/** The top of a page: its name, and actions for the page as a whole. */
export function TopBar({ crumbs, children }: { crumbs: React.ReactNode; children?: React.ReactNode }) {
  return (
    <header className="sticky top-0 z-6 flex h-(--top-bar) flex-none items-center gap-3 border-b border-line bg-paper px-6 max-mid:px-4 print:hidden">
      <nav aria-label="Breadcrumb" className="min-w-0 text-sm text-ink-3">
        <ol className="flex min-w-0 items-center gap-2">{crumbs}</ol>
      </nav>
      <div className="ms-auto flex flex-none items-center gap-2">{children}</div>
    </header>
  );
}

/** A link to a page above this one. On a small screen, only the last crumb is shown. */
export function Crumb({ children }: { children: React.ReactNode }) {
  return (
    <li className="flex min-w-0 shrink-[3] items-center gap-2 max-mid:not-last:hidden max-mid:nth-last-2:flex">
      <span className="min-w-0 truncate *:no-underline *:hover:text-ink">{children}</span>
      <span aria-hidden="true">/</span>
    </li>
  );
}

export function Here({ children }: { children: React.ReactNode }) {
  return (
    <li
      aria-current="page"
      className="min-w-0 truncate font-strong text-ink max-mid:max-w-[75%] max-mid:shrink-0 max-mid:only:max-w-none"
    >
      <bdi>{children}</bdi>
    </li>
  );
}
