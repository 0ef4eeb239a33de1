import type { ProjectId } from "@dialectic/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { ErrorMessage } from "../../api/error-message.tsx";
import { explain } from "../../api/explain.ts";
import { keys } from "../../api/queries.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

/** Deletes the project. Asks for a confirmation, because this cannot be undone. */
export function DeleteProject({ projectId }: { projectId: ProjectId }) {
  const [isAsked, setIsAsked] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.deleteProject({ params: { projectId } }),
    onSuccess: async () => {
      await navigate({ to: "/" });
      queryClient.removeQueries({ queryKey: keys.project(projectId) });
      await queryClient.invalidateQueries({ queryKey: keys.projects });
    },
  });
  if (!isAsked) {
    return (
      <Button variant="quiet" onClick={() => setIsAsked(true)}>
        Delete this project…
      </Button>
    );
  }
  return (
    <Banner
      tone="bad"
      icon="warning"
      title={remove.isError ? `${explain(remove.error).title}.` : "Delete this project?"}
      actions={
        <>
          <Button small busy={remove.isPending ? "Deleting…" : undefined} onClick={() => remove.mutate()}>
            Delete permanently
          </Button>
          <Button small variant="quiet" onClick={() => setIsAsked(false)}>
            Keep it
          </Button>
        </>
      }
    >
      {remove.isError ? (
        <ErrorMessage error={remove.error} />
      ) : (
        "All its sessions, documents, cards and files are deleted. Its costs stay in the statement."
      )}
    </Banner>
  );
}
