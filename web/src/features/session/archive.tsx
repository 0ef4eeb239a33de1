import type { Session } from "@dialectic/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { ErrorLine, ErrorMessage } from "../../api/error-message.tsx";
import { keys } from "../../api/queries.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

function useArchive(session: Session, verb: "archiveSession" | "restoreSession") {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client[verb]({ params: { sessionId: session.id } }),
    onSuccess: (next) => queryClient.setQueryData(keys.session(session.id), next),
  });
}

/** Says that the session is archived, and has a button to restore it. */
export function ArchivedBanner({ session }: { session: Session }) {
  const restore = useArchive(session, "restoreSession");
  return (
    <Banner
      icon="lock"
      title="This session is archived."
      actions={
        <Button small busy={restore.isPending ? "Restoring…" : undefined} onClick={() => restore.mutate()}>
          Restore
        </Button>
      }
    >
      {restore.isError ? <ErrorMessage error={restore.error} /> : "It can be read but not changed."}
    </Banner>
  );
}

/** Archives a session that is not running. */
export function ArchiveButton({ session }: { session: Session }) {
  const archive = useArchive(session, "archiveSession");
  if (!["ready", "awaiting_feedback", "failed", "iteration_complete"].includes(session.status)) return null;
  return (
    <section className="px-5 py-3.5">
      <Button
        small
        variant="quiet"
        busy={archive.isPending ? "Archiving…" : undefined}
        onClick={() => archive.mutate()}
      >
        Archive this session
      </Button>
      <ErrorLine error={archive.error} className="mt-1.5 text-sm" />
    </section>
  );
}
