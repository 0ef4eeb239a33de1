import type { StageRun } from "@dialectic/contract";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { formatAmount, formatNumber } from "../../../ui/format.ts";
import { Menu } from "../../../ui/menu.tsx";
import type { StageAction } from "./use-stage-action.ts";

/** Cancels the stage. Documents that are being written are lost, so this is in a menu and asks for a confirmation. */
export function CancelStage({ stage, run }: { stage: StageRun; run: StageAction }) {
  const [isAsking, setIsAsking] = useState(false);
  const writing = stage.work.filter(({ state }) => state === "running").length;
  const missing = stage.expected - stage.done;
  return (
    <>
      <Menu
        label="More actions"
        items={[{ key: "cancel", label: "Cancel stage…", onChoose: () => setIsAsking(true) }]}
      />
      {isAsking && (
        <ConfirmDialog
          title={`Cancel ${stage.name}?`}
          keep={stage.status === "paused" ? "Keep it paused" : "Keep it running"}
          onKeep={() => setIsAsking(false)}
          actions={
            <Button
              variant="primary"
              onClick={() => {
                setIsAsking(false);
                run.mutate({ key: "cancel" });
              }}
            >
              Cancel the stage
            </Button>
          }
        >
          <p>
            {stage.done} of {formatNumber(stage.expected, "document")} {stage.done === 1 ? "is" : "are"} done and{" "}
            {stage.done === 1 ? "stays" : "stay"}.{" "}
            {writing > 0 &&
              `${formatNumber(writing, "document")} being written ${writing === 1 ? "is" : "are"} stopped and lost. `}
            {stage.spent !== "0" && `The stage has cost ${formatAmount(stage.spent)} so far, which is not refunded.`}
          </p>
          <p>
            You can write the remaining {formatNumber(missing, "document")} later with{" "}
            <b className="font-strong">Write missing documents</b>; stopped documents are then paid for again.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
