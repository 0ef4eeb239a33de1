import type { DocumentSummary, Session } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Draft } from "../../parts/drafts/draft.ts";
import { useSessionDrafts } from "../../parts/drafts/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ActionButton } from "./action-button.tsx";
import { describeDraft, listDrafts } from "./describe-draft.ts";
import { isEdit, isSendable } from "./save-drafts.ts";
import type { Action } from "./stage/stage-actions.ts";
import type { StageAction } from "./stage/use-stage-action.ts";

type NextActionButtonProps = { action: Action; run: StageAction; session: Session; documents: DocumentSummary[] };

/** Moves the session forward. Before that, asks about drafts of edits, and saves drafts of answers and feedback. */
export function NextActionButton({ action, run, session, documents }: NextActionButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const drafts = useSessionDrafts(session.id).filter((draft) => isSendable(draft) && isOfNewestRun(draft, session));
  const words = drafts.filter((draft) => !isEdit(draft));
  const edits = drafts.filter(isEdit);
  const known = { session, documents };
  const proceed = (save: Draft[]) => {
    setIsAsking(false);
    run.mutate({ key: action.key, save });
  };
  return (
    <>
      <ActionButton
        action={action}
        run={run}
        variant="primary"
        wide
        onPress={() => (edits.length > 0 ? setIsAsking(true) : proceed(words))}
      />
      {action.why === null && words.length > 0 && (
        <p className="text-xs text-ink-2">This also saves {listDrafts(words, known)}.</p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`${action.label}?`}
          keep="Go back"
          onKeep={() => setIsAsking(false)}
          actions={
            <>
              <Button onClick={() => proceed(words)}>Continue without {edits.length === 1 ? "it" : "them"}</Button>
              <Button variant="primary" onClick={() => proceed(drafts)}>
                Save {edits.length === 1 ? "it" : "them"} and {action.key === "submit" ? "submit" : "start"}
              </Button>
            </>
          }
        >
          <p>{edits.length === 1 ? "An edit is" : "Edits are"} not saved yet. The next stage reads saved texts only.</p>
          <ul className="list-disc ps-5">
            {edits.map((draft) => (
              <li key={draft.id}>
                <EditLink draft={draft}>{describeDraft(draft, known)}</EditLink>
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  );
}

function EditLink({ draft: { subject }, children }: { draft: Draft; children: string }) {
  if (subject.kind !== "edit") return children;
  return (
    <Link to="/documents/$documentId" params={{ documentId: subject.documentId }} className="link">
      <bdi>{children}</bdi>
    </Link>
  );
}

/** Only feedback on the newest iteration of a stage is sent. Feedback on an earlier iteration stays a draft. */
const isOfNewestRun = ({ subject }: Draft, session: Session): boolean =>
  subject.kind !== "feedback" ||
  subject.documentId !== null ||
  session.stages.find(({ stage }) => stage === subject.stage)?.iteration === subject.iteration;
