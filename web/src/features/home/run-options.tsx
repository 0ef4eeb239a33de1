import type { ModelInfo } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { formatAmount, formatNumber } from "../../ui/format.ts";
import { assignMarks } from "../../ui/marks/assign-marks.ts";
import { ModelMark } from "../../ui/marks/model-mark.tsx";
import { Choice, Popover } from "../../ui/popover.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { LongDocuments } from "./long-documents.tsx";
import { toggleModel } from "./run-choice.ts";
import type { RunChoices } from "./use-run-choice.ts";

/** The form for the process, the models, the number of proposals per model, and continuations. */
export function RunOptions({ models, processes, choice, choose }: RunChoices) {
  const { proposals = 1 } = choice;
  const process = processes.find(({ key }) => key === choice.process);
  // Marks are assigned across the whole catalogue, so that a model keeps its mark when other models are chosen.
  const marks = assignMarks(models.map((model) => model.id));
  return (
    <>
      <Popover
        label="Process"
        button={process ? `${process.name}, ${formatNumber(process.stages.length, "stage")}` : "Process"}
      >
        {processes.map(({ key, name, about }) => (
          <Choice
            key={key}
            kind="radio"
            name="process"
            checked={key === choice.process}
            onChange={() => choose({ ...choice, process: key })}
            title={name}
            about={about}
          />
        ))}
      </Popover>
      <Popover
        label="Models"
        button={
          <>
            {choice.models.map((id) => (
              <ModelMark key={id} mark={marks.get(id)} name={id} />
            ))}
            {formatNumber(choice.models.length, "model")}
          </>
        }
      >
        {models.map((model) => (
          <Choice
            key={model.id}
            kind="checkbox"
            name="models"
            checked={choice.models.includes(model.id)}
            onChange={() => choose(toggleModel(choice, model.id, models))}
            mark={<ModelMark mark={marks.get(model.id)} name={model.id} decorative />}
            title={model.id}
            about={`${model.about} ${priceOf(model)}`}
          />
        ))}
        <p className="px-2.5 py-2 text-xs text-ink-2">
          Only models that are ready are listed.{" "}
          <Link to="/models" className="link">
            All models and keys
          </Link>
        </p>
      </Popover>
      <Popover label="Proposals" button={`${formatNumber(proposals, "proposal")} each`}>
        {[1, 2, 3, 4].map((count) => (
          <Choice
            key={count}
            kind="radio"
            name="proposals"
            checked={count === proposals}
            onChange={() => choose({ ...choice, proposals: count })}
            title={formatNumber(count, "proposal")}
            about={count === 1 ? "From each model." : "From each model. Its proposals differ in their key decisions."}
          />
        ))}
      </Popover>
      <LongDocuments choice={choice} choose={choose} />
    </>
  );
}

/** The prices of a model. What a run costs is shown by the quote. */
function priceOf({ free, prices }: ModelInfo): string {
  if (free) return "Free.";
  return prices ? `${formatAmount(String(prices.input))} in, ${formatAmount(String(prices.output))} out.` : "";
}

/** Chooses whether the run stops between the stages. */
export function AutoToggle({ choice, choose }: Pick<RunChoices, "choice" | "choose">) {
  return (
    <Segmented
      label="Between stages"
      value={choice.auto ? "auto" : "stop"}
      options={[
        { value: "auto", label: "Run all stages" },
        { value: "stop", label: "Stop after each stage" },
      ]}
      onChange={(value) => choose({ ...choice, auto: value === "auto" })}
    />
  );
}
