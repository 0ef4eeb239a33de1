import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { inboxTotalQuery } from "../api/inbox-queries.ts";
import { projectsQuery } from "../api/queries.ts";
import { cx } from "../ui/cx.ts";
import { formatCount } from "../ui/format.ts";
import { Brand, Icon } from "../ui/icon.tsx";
import { ThemeToggle } from "../ui/theme-toggle.tsx";

const entry = cx(
  "relative flex min-h-[30px] items-center gap-[9px] rounded-2 px-2 text-sm text-ink-2 hover:bg-hover hover:text-ink",
  "aria-[current=page]:bg-hover aria-[current=page]:font-strong aria-[current=page]:text-ink narrow-bar:justify-center",
);
const name = "min-w-0 truncate narrow-bar:sr-only";

export function SideBar() {
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 flex h-dvh flex-col overflow-auto border-e border-line bg-sunken px-2 pt-2.5 pb-2 max-mid:hidden print:hidden"
    >
      <Link
        to="/"
        className="flex items-center gap-2 px-2 pt-1 pb-3 font-title tracking-[-.01em] narrow-bar:justify-center"
      >
        <Brand />
        <span className="narrow-bar:sr-only">Dialectic</span>
      </Link>
      <ul className="space-y-px">
        <li>
          <Link to="/" activeOptions={{ exact: true, includeHash: true, includeSearch: false }} className={entry}>
            <Icon name="home" />
            <span className={name}>Home</span>
          </Link>
        </li>
        <li>
          <NeedsLink />
        </li>
        <li>
          <Link to="/wallet" activeOptions={{ includeSearch: false }} className={entry}>
            <Icon name="wallet" />
            <span className={name}>Wallet</span>
          </Link>
        </li>
        <li>
          <Link to="/catalogue" activeOptions={{ includeSearch: false }} className={entry}>
            <Icon name="list" />
            <span className={name}>Catalogue</span>
          </Link>
        </li>
        <li>
          <Link to="/models" className={entry}>
            <Icon name="hexagon" />
            <span className={name}>Models</span>
          </Link>
        </li>
      </ul>
      <RecentProjects />
      <div className="mt-auto flex justify-end pt-3 narrow-bar:justify-center">
        <ThemeToggle className="grid size-8 place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink" />
      </div>
    </nav>
  );
}

function NeedsLink() {
  const { data: waiting = 0 } = useQuery(inboxTotalQuery);
  return (
    <Link to="/" hash="needs" activeOptions={{ includeHash: true }} className={entry}>
      <Icon name="inbox" />
      <span className={name}>Needs you</span>
      {waiting > 0 && (
        <b className="ms-auto rounded-full bg-you px-[7px] text-xs leading-[18px] font-title text-on-you narrow-bar:absolute narrow-bar:end-0 narrow-bar:top-0 narrow-bar:px-[5px] narrow-bar:leading-4">
          {formatCount(waiting)}
          <span className="sr-only"> waiting</span>
        </b>
      )}
    </Link>
  );
}

/** The most recent projects. A narrow side bar omits them, because they would be six identical icons. */
function RecentProjects() {
  // This is the same query as on the home page, so it is requested only once.
  const { data } = useInfiniteQuery(projectsQuery());
  const recent = data?.pages[0]?.items.slice(0, 6) ?? [];
  if (recent.length === 0) return null;
  return (
    <div className="narrow-bar:hidden">
      <h2 className="mt-4 px-2 pb-1 text-xs font-semi text-ink-3">Projects</h2>
      <ul className="space-y-px">
        {recent.map((project) => (
          <li key={project.id}>
            {project.latestSession ? (
              <Link
                to="/sessions/$sessionId"
                params={{ sessionId: project.latestSession.id }}
                activeOptions={{ includeSearch: false }}
                className={entry}
              >
                <Icon name="merge" />
                <bdi className="min-w-0 truncate">{project.name}</bdi>
              </Link>
            ) : (
              <Link to="/projects/$projectId" params={{ projectId: project.id }} className={entry}>
                <Icon name="document" />
                <bdi className="min-w-0 truncate">{project.name}</bdi>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
