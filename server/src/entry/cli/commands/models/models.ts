import type { ModelInfo, ModelPrices, ModelTest } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { verbError } from "../../command-errors.ts";
import { connect } from "../../connect/connect.ts";
import { assertModelsReady, listAvailableModels } from "../../input/available-models.ts";
import { confirm } from "../../input/confirm.ts";
import { perMillion } from "../../output/dollars.ts";
import { list, table } from "../../output/table.ts";
import type { Start } from "../../start-command.ts";
import { embeddingsCommand } from "./model-embeddings.ts";
import { hostCommands } from "./model-hosts.ts";
import { keyCommands } from "./model-keys.ts";

export function modelsCommand(program: Command, start: Start): void {
  const models = addCommand(program, "models", "Lists the available models and their prices.");
  models
    .usage("[test | key | hosts | allow-host | forbid-host | embeddings] [options]")
    .allowExcessArguments()
    .action(
      start({}, async (cli, _options, verb) => {
        if (verb !== undefined) throw verbError(models, verb);
        const { items, problems } = await listAvailableModels(cli);
        for (const { message } of problems) cli.say(`Warning: ${message}`);
        cli.print({ items, problems }, () => `${table(headings, items.map(toRow))}\n\n${legendOf(items)}`);
      }),
    );

  const test = addCommand(models, "test <model>", "Makes one small call to a model and shows the result.");
  test.option("--yes", "make the call without asking, even if it costs money").action(
    start({ yes: z.boolean().default(false) }, async (cli, { yes }, id = "") => {
      await assertModelsReady(cli, [id]);
      await using link = await connect(cli);
      const { prices } = await link.client.getModel({ query: { id } });
      if (prices && !yes) await confirmCost(cli, id, mostOf(prices));
      const tested = await link.client.testModel({ body: { id } });
      cli.print(tested, () => describeTest(tested));
    }),
  );
  keyCommands(models, start);
  hostCommands(models, start);
  embeddingsCommand(models, start);
}

/** Upper bounds in tokens: the prompt is far shorter than 100, and the answer is cut off at 16. */
const [mostIn, mostOut] = [100, 16];

const mostOf = ({ input, cachedInput, cacheWrite, output, reasoning }: ModelPrices): number =>
  Math.ceil((mostIn * Math.max(input, cachedInput, cacheWrite) + mostOut * Math.max(output, reasoning)) / 1_000_000);

const confirmCost = (cli: Cli, id: string, most: number): Promise<void> =>
  confirm(cli, {
    warning: `A call to ${id} costs at most $${perMillion(most)}, from your wallet.`,
    hint: "Add --yes to make the call.",
    question: "Make the call?",
    declined: "No call was made.",
  });

const legendOf = (items: readonly ModelInfo[]): string =>
  [
    "Prices are in dollars per million tokens, as of the given day. Correct them in models.json.",
    ...(items.some(({ needsKey }) => needsKey) ? ['Run "dialectic models key set <provider>" to store a key.'] : []),
  ].join("\n");
const headings = ["model", "window", "output", "in", "cached", "out", "as of", "about"];

const toRow = (model: ModelInfo): string[] => [
  model.id,
  String(model.contextWindow),
  String(model.maxOutputTokens),
  ...(model.prices
    ? [model.prices.input, model.prices.cachedInput, model.prices.output].map(perMillion)
    : Array(3).fill(model.free ? "free" : "?")),
  model.noted ?? "",
  model.why ?? model.about,
];

const describeTest = (tested: ModelTest): string =>
  list([
    ["model", tested.model],
    ["answered", `in ${tested.latencyMs} ms: ${JSON.stringify(tested.text)}`],
    ["finish", tested.finishReason],
    [
      "tokens",
      `${tested.inputTokens} in, ${tested.outputTokens} out${tested.estimated ? " (estimated; the provider did not report them)" : ""}`,
    ],
    ["cost", tested.cost === "0" ? "free" : `$${perMillion(Number(tested.cost))}`],
  ]);
