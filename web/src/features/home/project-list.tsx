import type { Project } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { explain } from "../../api/explain.ts";
import { Explained } from "../../api/explained.tsx";
import { projectsQuery } from "../../api/queries.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatAge } from "../../ui/format.ts";
import { Loading } from "../../ui/skeleton.tsx";
import { Steps } from "../../ui/steps.tsx";
import { briefLine, projectStatus, stageShares } from "./project-status.ts";

export function ProjectList() {
  const projects = useQuery(projectsQuery);
  return (
    <section aria-labelledby="projects">
      <div className="flex items-center border-b border-line-2 px-1 pb-2">
        <h2 id="projects" className="scroll-mt-16 font-title">
          Projects
        </h2>
        {projects.data && projects.data.length > 0 && (
          <span className="ms-auto text-xs text-ink-3 max-mid:hidden">Begun</span>
        )}
      </div>
      <Body query={projects} />
    </section>
  );
}

type Projects = Pick<ReturnType<typeof useQuery<Project[]>>, "data" | "error" | "refetch">;

function Body({ query: { data, error, refetch } }: { query: Projects }) {
  if (data && data.length > 0) {
    return (
      <ul>
        {data.map((project) => (
          <Row key={project.id} project={project} />
        ))}
      </ul>
    );
  }
  if (data) {
    return (
      <div className="mt-4">
        <EmptyState level={3} title="No projects yet">
          A project begins with your request in the box above. Each model writes a proposal, they criticise each other,
          and what is left is merged into one plan.
        </EmptyState>
      </div>
    );
  }
  if (!error) return <Loading what="Opening your projects" className="py-5" />;
  return (
    <Banner
      tone="bad"
      icon="warning"
      title={`${explain(error).title}.`}
      className="mt-4"
      actions={
        <Button small onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      <Explained error={error} />
    </Banner>
  );
}

const row =
  "grid grid-cols-[minmax(0,1fr)_190px_84px] items-center gap-x-4 gap-y-1 border-b border-line px-1 py-3.5 hover:bg-sunken max-mid:grid-cols-1";

function Row({ project }: { project: Project }) {
  const session = project.latestSession;
  const content = (
    <>
      <span className="min-w-0">
        <span className="block truncate font-strong" dir="auto">
          {project.name}
        </span>
        <span className="block truncate text-xs text-ink-3" dir="auto">
          {briefLine(project.brief)}
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
