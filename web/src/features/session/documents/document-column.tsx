import { type DocumentSummary, describeWait } from "@dialectic/contract";
import { openOf } from "../../../parts/findings/use-accept.ts";
import { describeReason } from "../../../parts/money/describe-pause.ts";
import { cx } from "../../../ui/cx.ts";
import { capitalise, formatNumber, formatWhen } from "../../../ui/format.ts";
import type { Mark } from "../../../ui/marks/assign-marks.ts";
import { hueOf, ModelName } from "../../../ui/marks/model-mark.tsx";
import { StatusWord } from "../../../ui/status-word.tsx";
import { type Column, partOf } from "../stage/stage-columns.ts";
import { type StageLook, type StageState, stageLook } from "../stage/stage-state.ts";
import { DocumentCard, DocumentLine } from "./document-card.tsx";
import { describeWriting, WritingCard } from "./writing-card.tsx";

const waitingLook = { word: "waiting", icon: "clock", tone: "quiet" } as const;

const idleTexts: Partial<Record<StageState, string>> = {
  locked: "Not started yet.",
  paused: "The stage is paused.",
  cancelled: "Not written: the stage ended first.",
};

/** A column with open findings is not shown as done. */
function foundLook({ state, documents, intermediate }: Column): StageLook | null {
  const open = [...documents, ...intermediate].reduce((sum, one) => sum + openOf(one).length, 0);
  return state === "done" && open > 0 ? { word: formatNumber(open, "finding"), icon: "warning", tone: "you" } : null;
}

type DocumentColumnProps = {
  column: Column;
  marks: Map<string, Mark>;
  part: string | undefined;
  documents: DocumentSummary[];
  showIntermediate: boolean;
};

/** The documents that one model wrote in the stage, in the model's colour. */
export function DocumentColumn({ column, marks, part, documents, showIntermediate }: DocumentColumnProps) {
  const mark = marks.get(column.model);
  const look = column.state === "locked" ? waitingLook : (foundLook(column) ?? stageLook[column.state]);
  const shown = column.documents.map((document) => partOf(document, part, documents));
  const writing = column.work.filter((piece) => piece.state === "running");
  const single = column.documents.length + writing.length === 1;
  return (
    <section
      aria-label={column.model}
      className={cx(
        "min-w-0 border-t-3 border-t-m px-5 pt-3.5 pb-4 not-first:border-s not-first:border-s-line max-mid:px-4 max-mid:not-first:border-s-0",
        hueOf(mark),
      )}
    >
      <div className="flex items-center gap-2">
        <h2 className="min-w-0">
          <ModelName mark={mark} name={column.model} className="max-w-full" />
        </h2>
        <span className="ms-auto">
          <StatusWord {...look} />
        </span>
      </div>
      {column.documents.map((document, place) => {
        const text = shown[place];
        if (!text) return <Absent key={document.id} title={document.title} />;
        return (
          <DocumentCard
            key={text.id}
            document={text}
            documents={documents}
            marks={marks}
            tall={single}
            titled={!single}
          />
        );
      })}
      {writing.map((piece) => (
        <WritingCard key={piece.key} piece={piece} tall={single} />
      ))}
      {column.documents.length + writing.length === 0 && <Awaited column={column} />}
      <p role="status" className="sr-only">
        {describeWriting(column)}
      </p>
      {showIntermediate && column.intermediate.length > 0 && (
        <div className="mt-4 border-t border-line pt-3">
          <h3 className="mb-1 text-xs font-semi text-ink-3">
            {formatNumber(column.intermediate.length, "intermediate step")}
          </h3>
          <ul>
            {column.intermediate.map((document) => (
              <DocumentLine key={document.id} document={document} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Absent({ title }: { title: string }) {
  return (
    <p className="pt-3 text-sm text-ink-2">
      <bdi>{title}</bdi> does not have this part, or it is still being rendered.
    </p>
  );
}

/** Explains why there is no document yet and why none is being written, and says how many intermediate steps are done. */
function Awaited({ column }: { column: Column }) {
  const done = column.work.filter((piece) => piece.state === "done").length;
  const stuck = column.work.map(describeReason).find((why) => why !== null);
  const wait = column.work.find((piece) => piece.waitsFor)?.waitsFor;
  const why = wait ? `${capitalise(describeWait(wait, formatWhen))}.` : stuck;
  return (
    <p className="mt-3 text-sm text-ink-2" dir="auto">
      {why ?? idleTexts[column.state]}
      {done > 0 && ` ${done} of ${formatNumber(column.work.length, "step")} done.`}
    </p>
  );
}
