import { describeWait, type ExpectedWork, type Session, type StageRun } from "@dialectic/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { ErrorMessage } from "../../../api/error-message.tsx";
import { keys } from "../../../api/queries.ts";
import { describeReason } from "../../../parts/money/describe-pause.ts";
import { Button } from "../../../ui/button.tsx";
import { formatWhen } from "../../../ui/format.ts";
import type { Mark } from "../../../ui/marks/assign-marks.ts";
import { ModelMark } from "../../../ui/marks/model-mark.tsx";
import { StatusWord } from "../../../ui/status-word.tsx";
import { type StageLook, stageLook } from "../stage/stage-state.ts";

/** How the state of a work order is shown: as for stages, with additions for the states that only work orders have. */
const looks: Record<ExpectedWork["state"], StageLook> = {
  ...stageLook,
  waiting: { word: "waiting", icon: "clock", tone: "quiet" },
  excluded: { word: "left out", icon: "cross", tone: "quiet" },
};

const shownAtFirst = 8;

type MissingWorkProps = { session: Session; stage: StageRun; marks: Map<string, Mark> };

/** The missing documents, and why they are missing. Their order is fixed, so that nothing moves under the pointer. */
export function MissingWork({ session, stage, marks }: MissingWorkProps) {
  const [all, setAll] = useState(false);
  const missing = stage.work.filter((piece) => piece.state !== "done");
  if (missing.length === 0) return null;
  const shown = all ? missing : missing.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="missing" className="border-b border-line px-5 py-3.5">
      <div className="mb-1 flex items-baseline gap-2">
        <h2 id="missing" className="font-title">
          Missing
        </h2>
        <span className="ms-auto text-xs text-ink-3">{missing.length}</span>
      </div>
      <ul>
        {shown.map((piece) => (
          <Piece key={piece.key} piece={piece} mark={marks.get(piece.model)} sessionId={session.id} />
        ))}
      </ul>
      {missing.length > shown.length && (
        <Button small variant="quiet" className="mt-1" onClick={() => setAll(true)}>
          Show all {missing.length}
        </Button>
      )}
    </section>
  );
}

function Piece({ piece, mark, sessionId }: { piece: ExpectedWork; mark: Mark | undefined; sessionId: string }) {
  const reason = piece.waitsFor ? describeWait(piece.waitsFor, formatWhen) : describeReason(piece);
  return (
    <li className="flex items-start gap-2 border-t border-line py-1.5 first:border-0">
      <ModelMark mark={mark} name={piece.model} />
      <div className="min-w-0 flex-1">
        <p className="text-sm break-words" dir="auto">
          {piece.label}
        </p>
        {reason !== null && (
          <p className="text-xs text-ink-2" dir="auto">
            {reason}
          </p>
        )}
        {piece.state === "failed" && piece.jobId && <TryAgain jobId={piece.jobId} sessionId={sessionId} />}
      </div>
      <span className="mt-0.5">
        <StatusWord {...looks[piece.state]} />
      </span>
    </li>
  );
}

function TryAgain({ jobId, sessionId }: { jobId: string; sessionId: string }) {
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => client.retryJob({ params: { jobId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.session(sessionId) }),
  });
  return (
    <>
      <Button small className="mt-1" busy={retry.isPending ? "Starting…" : undefined} onClick={() => retry.mutate()}>
        Try again
      </Button>
      {retry.isError && (
        <p className="mt-1 text-xs text-bad">
          <ErrorMessage error={retry.error} />
        </p>
      )}
    </>
  );
}
