import { useQuery, useQueryClient } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { ErrorLine } from "../../../api/error-message.tsx";
import { ledgerSettingsQuery } from "../../../api/facts-queries.ts";
import { keys, modelsQuery } from "../../../api/queries.ts";
import { useSingleMutation } from "../../../api/use-single-mutation.ts";
import { Choice, Popover } from "../../../ui/popover.tsx";
import { turnCost } from "./turn-cost.ts";

/** Shows and changes the extractor, with what it costs to read a turn. */
export function ExtractorSetting({ projectId }: { projectId: string }) {
  const queryClient = useQueryClient();
  const { data: settings } = useQuery(ledgerSettingsQuery(projectId));
  const { data: models = [] } = useQuery(modelsQuery);
  const choose = useSingleMutation({
    mutationFn: (extractor: string | null) =>
      client.changeLedgerSettings({ params: { projectId }, body: { extractor } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.knowledge(projectId) }),
  });
  if (!settings) return null;
  const chosen = choose.isPending ? choose.variables : settings.extractor;
  return (
    <Popover label="Extractor" button={describe(chosen, settings.model)}>
      <p className="px-2.5 pt-2 pb-1 text-xs text-ink-2">
        The extractor reads facts out of your answers, your feedback and the documents, earlier ones included. Answers
        to questions become facts even without it.
      </p>
      <Choice
        kind="radio"
        name="extractor"
        checked={chosen === null}
        onChange={() => choose.mutate(null)}
        title="None"
        about="No facts are extracted, and nothing is spent."
      />
      <Choice
        kind="radio"
        name="extractor"
        checked={chosen === "auto"}
        onChange={() => choose.mutate("auto")}
        title="Automatic"
        about="The cheapest suitable model of the newest session."
      />
      {models
        .filter(({ ready }) => ready)
        .map((model) => (
          <Choice
            key={model.id}
            kind="radio"
            name="extractor"
            checked={chosen === model.id}
            onChange={() => choose.mutate(model.id)}
            title={model.id}
            about={turnCost(model)}
          />
        ))}
      <ErrorLine error={choose.error} className="px-2.5 py-2 text-xs" />
    </Popover>
  );
}

const describe = (chosen: string | null | undefined, model: string | null): string => {
  if (chosen === null) return "No extractor";
  if (chosen === "auto") return model === null ? "Extractor: none ready" : `Read by ${model}`;
  return `Read by ${chosen}`;
};
