import type { ModelInfo, ProcessInfo } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { modelsQuery, processesQuery } from "../../api/queries.ts";
import { useStored } from "../../ui/use-stored.ts";
import { type RunChoice, recallChoice } from "./run-choice.ts";

export type RunChoices = {
  models: ModelInfo[];
  processes: ProcessInfo[];
  choice: RunChoice;
  choose: (choice: RunChoice) => void;
};

/** The options of a run and the current choice; null until they are loaded. */
export function useRunChoice(): RunChoices | null {
  const { data: known } = useQuery(modelsQuery);
  const { data: processes } = useQuery(processesQuery);
  const [stored, store] = useStored("run-choice");
  return useMemo(() => {
    if (!known || !processes) return null;
    // Models that are not ready (for example because they have no key) are left out. The models page lists them with the
    // reason.
    const models = known.filter((model) => model.ready);
    return {
      models,
      processes,
      choice: recallChoice(stored, models, processes),
      choose: (choice) => store(JSON.stringify(choice)),
    };
  }, [known, processes, stored, store]);
}
