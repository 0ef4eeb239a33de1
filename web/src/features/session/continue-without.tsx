import type { Session, StageRun } from "@dialectic/contract";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { failedModels } from "./stage/stage-actions.ts";
import type { StageAction } from "./stage/use-stage-action.ts";

type ContinueWithoutProps = { session: Session; stage: StageRun; run: StageAction };

/**
 * Lets a failed stage finish without the models that failed. Asks for a confirmation, because their documents cannot be
 * written later.
 */
export function ContinueWithout({ session, stage, run }: ContinueWithoutProps) {
  const [isAsking, setIsAsking] = useState(false);
  const models = failedModels(session, stage);
  if (models.length === 0) return null;
  const names = models.join(" and ");
  const busy = run.isPending && run.variables?.key === "continue-without";
  const leftOut = stage.work.filter(({ model, state }) => models.includes(model) && state !== "done");
  return (
    <>
      <Button
        small
        off={run.isPending && !busy}
        busy={busy ? "Continuing…" : undefined}
        onClick={() => setIsAsking(true)}
      >
        Continue without {names}…
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Continue without ${names}?`}
          keep="Keep the stage as it is"
          onKeep={() => setIsAsking(false)}
          actions={
            <Button
              variant="primary"
              onClick={() => {
                setIsAsking(false);
                run.mutate({ key: "continue-without" });
              }}
            >
              Continue without {models.length === 1 ? "it" : "them"}
            </Button>
          }
        >
          <p>{stage.name} finishes with what the other models write. These documents will be missing:</p>
          <ul className="list-disc ps-5">
            {leftOut.map(({ key, label }) => (
              <li key={key} dir="auto">
                {label}
              </li>
            ))}
          </ul>
          <p>
            They cannot be written later. {models.length === 1 ? "The model takes" : "The models take"} part in the
            later stages.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
