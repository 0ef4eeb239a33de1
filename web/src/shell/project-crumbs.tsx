import { Link } from "@tanstack/react-router";
import { Crumb } from "../ui/page/top-bar.tsx";

/** The breadcrumbs above every page of a project. If the project is unknown, they link only to the list of projects. */
export function ProjectCrumbs({ projectId, name }: { projectId: string | undefined; name: string | undefined }) {
  return (
    <>
      <Crumb>
        <Link to="/">Projects</Link>
      </Crumb>
      {projectId !== undefined && (
        <Crumb>
          <Link to="/projects/$projectId" params={{ projectId }}>
            <bdi>{name ?? "…"}</bdi>
          </Link>
        </Crumb>
      )}
    </>
  );
}
