import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { client } from "../../api/client.ts";
import { explain } from "../../api/explain.ts";
import { sessionsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";

/** Starts the next iteration of the newest session whose plan is finished, and shows it. */
export function DetailNext({ projectId }: { projectId: string }) {
  const { data: sessions = [] } = useQuery(sessionsQuery(projectId));
  const navigate = useNavigate();
  const session = sessions.find((one) => one.status === "iteration_complete");
  const start = useMutation({
    mutationFn: (sessionId: string) => client.startIteration({ params: { sessionId } }),
    onSuccess: ({ id }) => navigate({ to: "/sessions/$sessionId", params: { sessionId: id } }),
  });
  if (!session) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {start.isError && <span role="alert">{explain(start.error).text}</span>}
      <Button busy={start.isPending ? "Starting…" : undefined} onClick={() => start.mutate(session.id)}>
        Detail the next milestones
      </Button>
    </div>
  );
}
