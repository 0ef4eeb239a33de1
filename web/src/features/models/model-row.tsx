import type { ModelInfo, ModelTest } from "@dialectic/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { ErrorMessage } from "../../api/error-message.tsx";
import { keys } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { formatAmount, formatCount, formatMoney } from "../../ui/format.ts";
import { StatusWord } from "../../ui/status-word.tsx";
import { testCost } from "./test-cost.ts";

/** A model: its description, its price, whether it is ready, and a test call. */
export function ModelRow({ model }: { model: ModelInfo }) {
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => client.testModel({ body: { id: model.id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.wallet }),
  });
  const words = model.prices ? `Test, at most ${formatAmount(testCost(model.prices))}` : "Test";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_230px_150px] items-start gap-x-6 gap-y-1.5 border-b border-line py-3 max-wide:grid-cols-[minmax(0,1fr)_auto] max-mid:grid-cols-1">
      <div className="min-w-0">
        <h3 className="font-strong break-words">
          <bdi>{model.id}</bdi>
        </h3>
        <p className="text-xs text-ink-3">{model.about}</p>
        {model.why && (
          <p className="mt-1 max-w-[80ch] text-xs text-ink-2" dir="auto">
            {model.needsKey ? <NeedsKey provider={model.provider} /> : model.why}
          </p>
        )}
        <p role="status" className="mt-1 text-sm empty:hidden">
          {test.data && describeTest(test.data)}
          {test.isError && (
            <span className="text-bad">
              <ErrorMessage error={test.error} />
            </span>
          )}
        </p>
      </div>
      <p className="text-xs text-ink-2 tabular-nums max-wide:order-last max-wide:col-span-full">
        <Prices model={model} />
        <br />
        {formatCount(model.contextWindow)} tokens window, {formatCount(model.maxOutputTokens)} output
        {model.prices && model.noted && <span className="block text-ink-3">as of {model.noted}</span>}
      </p>
      <div className="flex flex-wrap items-center gap-2 wide:justify-end">
        {model.ready ? (
          <>
            <StatusWord tone="quiet" icon="check" word="ready" />
            <Button
              small
              busy={test.isPending ? "Testing…" : undefined}
              aria-label={`${words}: ${model.id}`}
              onClick={() => test.mutate()}
            >
              {words}
            </Button>
          </>
        ) : (
          <StatusWord tone="you" icon="key" word="not ready" />
        )}
      </div>
    </li>
  );
}

/** A link to the key form, which is on the same page. */
function NeedsKey({ provider }: { provider: string }) {
  return (
    <>
      Store a key for <bdi>{provider}</bdi> under{" "}
      <a href="#keys" className="link">
        Provider keys
      </a>{" "}
      to use it.
    </>
  );
}

function Prices({ model }: { model: ModelInfo }) {
  if (model.free) return "Free";
  if (!model.prices) return "Price unknown";
  const { input, output } = model.prices;
  return `${formatAmount(String(input))} in, ${formatAmount(String(output))} out`;
}

const describeTest = (tested: ModelTest): string =>
  `Answered “${tested.text.trim()}” in ${formatCount(tested.latencyMs)}\u00a0ms: ${formatCount(tested.inputTokens)} tokens in, ${formatCount(tested.outputTokens)} out, ${formatMoney(tested.cost)}.`;
