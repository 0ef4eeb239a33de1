import type { Session } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { buttonLook } from "../../ui/button.tsx";
import { Download } from "../../ui/download.tsx";

/** Links to the plan, the board and the export of a finished iteration. */
export function PlanActions({ session: { id, projectId } }: { session: Session }) {
  const small = buttonLook({ small: true });
  return (
    <>
      <Link
        to="/sessions/$sessionId/plan"
        params={{ sessionId: id }}
        className={buttonLook({ small: true, variant: "primary" })}
      >
        Read the plan
      </Link>
      <Link to="/projects/$projectId/board" params={{ projectId }} className={small}>
        Board
      </Link>
      <Download href={`/api/projects/${projectId}/export`} name="export.zip" className={small}>
        Export
      </Download>
    </>
  );
}

/** Links to the plans of finished iterations, newest first. They are shown on every stage. */
export function PlanLinks({ session }: { session: Session }) {
  const isFinished = session.status === "iteration_complete";
  const newest = isFinished ? session.iteration : session.iteration - 1;
  if (newest < 1) return null;
  const iterations = Array.from({ length: newest }, (_, place) => newest - place);
  return (
    <section aria-labelledby="plans" className="border-b border-line px-5 py-3.5">
      <h2 id="plans" className="mb-1.5 font-title">
        {newest === 1 ? "Plan" : "Plans"}
      </h2>
      <ul className="space-y-1 text-sm">
        {iterations.map((iteration) => (
          <li key={iteration}>
            <Link
              to="/sessions/$sessionId/plan"
              params={{ sessionId: session.id }}
              search={{ iteration }}
              className="link"
            >
              {session.iteration === 1 ? "Read the plan" : `Plan of iteration ${iteration}`}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/projects/$projectId/board" params={{ projectId: session.projectId }} className="link">
            Board
          </Link>
        </li>
      </ul>
    </section>
  );
}
