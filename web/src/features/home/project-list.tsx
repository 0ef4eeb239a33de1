import type { ProjectSummary } from "@dialectic/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { More, NotRead } from "../../api/pages.tsx";
import { projectsQuery } from "../../api/queries.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { capitalise, formatAge, formatNumber } from "../../ui/format.ts";
import { Loading } from "../../ui/skeleton.tsx";
import { Steps } from "../../ui/steps.tsx";
import { projectStatus, stageShares } from "./project-status.ts";
import { SearchField } from "./search-field.tsx";
import { useProjectSearch } from "./use-project-search.ts";

/** The projects, newest first: a page of them, more on request, or those that a search finds. */
export function ProjectList() {
  const { typed, setTyped, search } = useProjectSearch();
  const query = useInfiniteQuery(projectsQuery(search));
  const projects = query.data?.pages.flatMap((page) => page.items);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  // A request examines a limited number of projects: where none of them was found, older ones are looked at.
  const isLooking = projects?.length === 0 && hasNextPage;
  useEffect(() => {
    if (isLooking && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [isLooking, isFetchingNextPage, isError, fetchNextPage]);
  const isEmpty = search === "" && typed === "" && projects?.length === 0;
  return (
    <section aria-labelledby="projects">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line-2 px-1 pb-2">
        <h2 id="projects" className="scroll-mt-16 font-title">
          Projects
        </h2>
        {!isEmpty && <SearchField label="Search projects" value={typed} onChange={setTyped} />}
        {projects && projects.length > 0 && <span className="ms-auto text-xs text-ink-3 max-mid:hidden">Begun</span>}
      </div>
      <p role="status" className="sr-only">
        {search !== "" && projects && !isLooking && found(projects.length, hasNextPage)}
      </p>
      {projects && projects.length > 0 ? (
        <Rows key={search} projects={projects} query={query} />
      ) : projects && !isLooking ? (
        <div className="mt-4">
          <NoProjects search={search} />
        </div>
      ) : query.error ? (
        <div className="mt-4">
          <NotRead query={query} />
        </div>
      ) : (
        <Loading what={search === "" ? "Opening your projects" : "Searching your projects"} className="py-5" />
      )}
    </section>
  );
}

const found = (count: number, isMore: boolean): string =>
  isMore ? `More than ${formatNumber(count, "project")} found.` : `${formatNumber(count, "project")} found.`;

type RowsProps = { projects: ProjectSummary[]; query: React.ComponentProps<typeof More>["query"] };

function Rows({ projects, query }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <ul ref={list}>
        {projects.map((project) => (
          <Row key={project.id} project={project} />
        ))}
      </ul>
      <More query={query} list={list} />
    </>
  );
}

function NoProjects({ search }: { search: string }) {
  if (search === "")
    return (
      <EmptyState level={3} title="No projects yet">
        A project begins with your request in the box above. Each model writes a proposal, they criticise each other,
        and what is left is merged into one plan.
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
        <Steps shares={stageShares(session)} label="Progress by stage" />
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
