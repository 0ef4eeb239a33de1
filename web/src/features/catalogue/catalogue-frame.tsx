import { Link } from "@tanstack/react-router";
import { ErrorLine } from "../../api/error-message.tsx";
import { HeaderStatus } from "../../shell/header-status.tsx";
import { cx } from "../../ui/cx.ts";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Crumb, Here, TopBar } from "../../ui/page/top-bar.tsx";

const tab =
  "inline-flex h-8 items-center border-b-2 border-transparent px-1 text-ink-2 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-strong aria-[current=page]:text-ink";

type CatalogueFrameProps = {
  title: "Catalogue" | "Prices";
  about: string;
  refusal: unknown;
  find: string;
  onFind: (find: string) => void;
  /** The entry that is open next to the list; null if none is. */
  panel: { label: string; content: React.ReactNode } | null;
  children: React.ReactNode;
};

/** The layout of the catalogue and price pages: a list with a filter and, next to it, the open entry. */
export function CatalogueFrame({ title, about, refusal, find, onFind, panel, children }: CatalogueFrameProps) {
  return (
    <div className="flex h-dvh flex-col overflow-hidden max-mid:h-[calc(100dvh-64px)]">
      <PageTitle of={title} />
      <TopBar
        crumbs={
          <>
            <Crumb>
              <Link to="/">Projects</Link>
            </Crumb>
            <Here>{title}</Here>
          </>
        }
      >
        <HeaderStatus />
      </TopBar>
      <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-6 pt-1 max-mid:px-4">
        <h1 className="sr-only">{title}</h1>
        <nav aria-label="Catalogue and prices" className="flex gap-3">
          <Link to="/catalogue" activeOptions={{ includeSearch: false }} className={tab}>
            Catalogue
          </Link>
          <Link to="/prices" activeOptions={{ includeSearch: false }} className={tab}>
            Prices
          </Link>
        </nav>
        <input
          type="search"
          aria-label={`Find in ${title.toLowerCase()}`}
          placeholder="Find"
          dir="auto"
          value={find}
          onChange={(event) => onFind(event.target.value)}
          className="my-1 h-[26px] w-44 min-w-0 rounded-2 border border-control bg-panel px-2 text-sm max-mid:h-9 max-mid:w-full"
        />
        <p className="text-xs text-ink-3 max-mid:sr-only">{about}</p>
        <ErrorLine error={refusal} className="w-full pb-1 text-sm" />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_520px] max-full:grid-cols-[minmax(0,1fr)_400px] max-wide:block max-wide:overflow-auto">
        <section
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          className="min-h-0 min-w-0 overflow-auto -outline-offset-2 max-wide:overflow-visible"
        >
          {children}
        </section>
        <aside
          aria-label={panel?.label ?? "Entry"}
          className={cx(
            "flex min-h-0 min-w-0 flex-col border-s border-line max-wide:border-0",
            panel && "bg-paper max-wide:fixed max-wide:inset-0 max-wide:z-10",
          )}
        >
          {panel?.content ?? <p className="p-5 text-sm text-ink-3 max-wide:hidden">Select an entry to see it here.</p>}
        </aside>
      </div>
    </div>
  );
}
