import type { DocumentSummary, Session, StageRun } from "@dialectic/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { assignMarks } from "../../../ui/marks/assign-marks.ts";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { Pane } from "../../../ui/page/pane.tsx";
import { Choice, Popover } from "../../../ui/popover.tsx";
import { DocumentColumn } from "../documents/document-column.tsx";
import { StageBanner } from "./stage-banner.tsx";
import { type Column, type Part, stageColumns, stageParts } from "./stage-columns.ts";
import { StageSide } from "./stage-side.tsx";
import type { StageAction } from "./use-stage-action.ts";

type StageViewProps = {
  session: Session;
  stage: StageRun;
  documents: DocumentSummary[];
  part: string | undefined;
  run: StageAction;
};

/** One stage: its documents side by side, and the side panel. */
export function StageView({ session, stage, documents, part, run }: StageViewProps) {
  const [showIntermediate, setShowIntermediate] = useState(false);
  const marks = assignMarks(session.models);
  const columns = stageColumns(session, stage, documents);
  const parts = stageParts(documents, columns);
  const shownPart = parts.some(({ key }) => key === part) ? part : undefined;
  const hasSteps = columns.some((column) => column.work.some((piece) => piece.intermediate));
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_348px] max-wide:grid-cols-1">
      <Pane label={stage.name}>
        <div className="px-6 pt-3.5 empty:hidden max-mid:px-4">
          <StageBanner session={session} stage={stage} documents={documents} run={run} />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-6 py-4 max-mid:px-4">
          <div className="min-w-0 flex-[1_1_280px]">
            <h1 className="text-xl font-title tracking-[-.012em]">{stage.name}</h1>
            <p className="text-xs text-ink-3">{stage.about}</p>
          </div>
          {parts.length > 1 && <PartPicker session={session} stage={stage} parts={parts} part={shownPart} />}
          {hasSteps && (
            <label className="flex cursor-pointer items-center gap-2 text-xs text-ink-2 max-mid:min-h-9">
              <input
                type="checkbox"
                checked={showIntermediate}
                onChange={(event) => setShowIntermediate(event.target.checked)}
                className="size-3.5 accent-ink"
              />
              Show intermediate steps
            </label>
          )}
        </div>
        {columns.length > 0 ? (
          <div className={`grid border-b border-line max-mid:grid-cols-1 ${gridOf(columns)}`}>
            {columns.map((column) => (
              <DocumentColumn
                key={column.model}
                column={column}
                marks={marks}
                part={shownPart}
                documents={documents}
                showIntermediate={showIntermediate}
              />
            ))}
          </div>
        ) : (
          <div className="px-6 pb-6 max-mid:px-4">
            <EmptyState level={2} title={`${stage.name} has not started`}>
              The documents of this stage appear here while they are written, one column for each model.
            </EmptyState>
          </div>
        )}
      </Pane>
      <StageSide session={session} stage={stage} documents={documents} columns={columns} marks={marks} run={run} />
    </div>
  );
}

/** At most three columns are side by side, so that each of them stays readable. */
function gridOf(columns: Column[]): string {
  if (columns.length === 1) return "grid-cols-1";
  return columns.length === 2 || columns.length === 4 ? "grid-cols-2" : "grid-cols-2 wide:grid-cols-3";
}

type PartPickerProps = { session: Session; stage: StageRun; parts: Part[]; part: string | undefined };

/** Lets the user choose which part of each document is shown, for comparison. */
function PartPicker({ session, stage, parts, part }: PartPickerProps) {
  const navigate = useNavigate();
  const choose = (key: string | undefined) =>
    void navigate({
      to: "/sessions/$sessionId",
      params: { sessionId: session.id },
      search: { stage: stage.stage, ...(key && { part: key }) },
      replace: true,
      resetScroll: false,
    });
  const options = [{ key: undefined, title: "Whole document" }, ...parts];
  return (
    <Popover label="Part shown" button={options.find(({ key }) => key === part)?.title ?? "Whole document"}>
      {options.map(({ key, title }) => (
        <Choice
          key={key ?? ""}
          kind="radio"
          name="part"
          checked={key === part}
          onChange={() => choose(key)}
          title={title}
          about={key === undefined ? "The whole text of each document" : "This part of each document, side by side"}
        />
      ))}
    </Popover>
  );
}
