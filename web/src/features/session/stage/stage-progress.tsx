import type { StageRun } from "@dialectic/contract";
import type { Mark } from "../../../ui/marks/assign-marks.ts";
import { hueOf, ModelMark } from "../../../ui/marks/model-mark.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import type { Column } from "./stage-columns.ts";

type StageProgressProps = { stage: StageRun; columns: Column[]; marks: Map<string, Mark> };

/** How much of the stage each model has done. This never decreases. */
export function StageProgress({ stage, columns, marks }: StageProgressProps) {
  return (
    <section aria-labelledby="written" className="border-b border-line px-5 py-3.5">
      <div className="mb-2 flex items-baseline gap-2">
        <h2 id="written" className="font-title">
          Written
        </h2>
        <span className="ms-auto text-xs text-ink-3 tabular-nums">
          {stage.done} of {stage.expected}
        </span>
      </div>
      <ul className="space-y-[7px]">
        {columns.map(({ model, work }) => {
          const count = (state: string) => work.filter((piece) => piece.state === state).length;
          const done = count("done");
          const words = `${done} of ${work.length}`;
          return (
            <li
              key={model}
              className={`grid grid-cols-[18px_1fr_56px] items-center gap-2.5 ${hueOf(marks.get(model))}`}
            >
              <ModelMark mark={marks.get(model)} name={model} />
              <ProgressBar
                tinted
                done={done}
                running={count("running")}
                waiting={count("paused")}
                total={work.length}
                label={`${model}: ${words}`}
              />
              <span className="text-end text-xs text-ink-3 tabular-nums">{words}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
