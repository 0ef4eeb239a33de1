import type { ModelInfo } from "@dialectic/contract";
import { formatNumber } from "../../ui/format.ts";
import { countCalls } from "./count-calls.ts";
import type { RunChoice } from "./run-choice.ts";

/** What a start would set off, said before it is pressed. */
export function RunForecast({ choice, models }: { choice: RunChoice; models: ModelInfo[] }) {
  const calls = countCalls(choice.process, choice.models.length);
  const allFree = choice.models.every((id) => models.find((model) => model.id === id)?.free);
  if (choice.models.length === 0) return null;
  return (
    <p className="text-sm text-ink-2">
      {calls !== null && `${formatNumber(calls, "model call")}. `}
      {allFree && "Free: rehearsal models run on this machine."}
    </p>
  );
}
