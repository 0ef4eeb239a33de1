import type { ProjectSummary } from "@dialectic/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { LoadError, ShowMore } from "../../api/paging.tsx";
import { projectsQuery } from "../../api/queries.ts";
import { capitalise, formatAge, formatNumber } from "../../ui/format.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { StageShares } from "../../ui/stage-shares.tsx";
import { projectStatus, stageShares } from "./project-status.ts";
import { useProjectSearch } from "./use-project-search.ts";

/** All projects or the results of a search, newest first, page by page. */
export function ProjectList() {
  const { typed, setTyped, search } = useProjectSearch();
  const query = useInfiniteQuery(projectsQuery(search));
  const projects = query.data?.pages.flatMap((page) => page.items);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  // A request examines only a limited number of projects. If none of them matches, another request searches older ones.
  const isSearching = projects?.length === 0 && hasNextPage;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, isError, fetchNextPage]);
  const isEmpty = search === "" && typed === "" && projects?.length === 0;
  return (
    <section aria-labelledby="projects">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line-2 px-1 pb-2">
        <h2 id="projects" className="scroll-mt-16 font-title">
          Projects
        </h2>
        {!isEmpty && <SearchField label="Search projects" value={typed} onChange={setTyped} />}
        {projects && projects.length > 0 && <span className="ms-auto text-xs text-ink-3 max-mid:hidden">Created</span>}
      </div>
      <p role="status" className="sr-only">
        {search !== "" && projects && !isSearching && found(projects.length, hasNextPage)}
      </p>
      {projects && projects.length > 0 ? (
        <Rows key={search} projects={projects} query={query} />
      ) : projects && !isSearching ? (
        <div className="mt-4">
          <NoProjects search={search} />
        </div>
      ) : query.error ? (
        <div className="mt-4">
          <LoadError query={query} />
        </div>
      ) : (
        <Loading what={search === "" ? "Opening your projects" : "Searching your projects"} className="py-5" />
      )}
    </section>
  );
}

const found = (count: number, isMore: boolean): string =>
  isMore ? `More than ${formatNumber(count, "project")} found.` : `${formatNumber(count, "project")} found.`;

type RowsProps = { projects: ProjectSummary[]; query: React.ComponentProps<typeof ShowMore>["query"] };

function Rows({ projects, query }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <ul ref={list}>
        {projects.map((project) => (
          <Row key={project.id} project={project} />
        ))}
      </ul>
      <ShowMore query={query} list={list} />
    </>
  );
}

function NoProjects({ search }: { search: string }) {
  if (search === "")
    return (
      <EmptyState level={3} title="No projects yet">
        Describe a project in the box above to start. Each model writes a proposal, the models criticise each other's
        proposals, and the result is merged into one plan.
      </EmptyState>
    );
  return (
    <EmptyState level={3} title="No project found">
      No project's name or folder contains <bdi>“{search}”</bdi>.
    </EmptyState>
  );
}

const row =
  "grid grid-cols-[minmax(0,1fr)_190px_84px] items-center gap-x-4 gap-y-1 border-b border-line px-1 py-3.5 hover:bg-sunken max-mid:grid-cols-1";

function Row({ project }: { project: ProjectSummary }) {
  const session = project.latestSession;
  const content = (
    <>
      <span className="min-w-0">
        <span className="block truncate font-strong" dir="auto">
          {project.name}
        </span>
        <span className="block truncate text-xs text-ink-3">
          {capitalise(project.process)}
          {session && `, ${formatNumber(session.models.length, "model")}`}
        </span>
      </span>
      <span>
        <StageShares shares={stageShares(session)} label="Progress by stage" />
        <span className="mt-1 block text-xs text-ink-3">{projectStatus(session)}</span>
      </span>
      <time dateTime={project.createdAt} className="text-end text-xs text-ink-3 max-mid:hidden">
        {formatAge(project.createdAt, Date.now())}
      </time>
    </>
  );
  return (
    <li>
      {session ? (
        <Link to="/sessions/$sessionId" params={{ sessionId: session.id }} className={row}>
          {content}
        </Link>
      ) : (
        <Link to="/projects/$projectId" params={{ projectId: project.id }} className={row}>
          {content}
        </Link>
      )}
    </li>
  );
}

type SearchFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** A search field that searches while the user types. Escape clears it. */
function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      dir="auto"
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onChange("");
      }}
      className="h-8 w-56 min-w-0 rounded-2 border border-control bg-panel px-2.5 text-sm max-mid:h-9 max-mid:w-full"
    />
  );
}
