import type { ModelInfo, ModelPrices, ModelTest } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../add-command.ts";
import type { Cli } from "../cli.ts";
import { connect } from "../connect/connect.ts";
import { confirm } from "../input/confirm.ts";
import { assertModels, listKnownModels } from "../input/known-models.ts";
import { verbError } from "../known-command.ts";
import { perMillion } from "../output/dollars.ts";
import { list, table } from "../output/table.ts";
import type { Start } from "../start-command.ts";
import { embeddingsCommand } from "./model-embeddings.ts";
import { hostCommands } from "./model-hosts.ts";
import { keyCommands } from "./model-keys.ts";

export function modelsCommand(program: Command, start: Start): void {
  const models = addCommand(program, "models", "Lists the models that can be chosen, and what they cost.");
  models
    .usage("[test | key | hosts | allow-host | forbid-host | embeddings] [options]")
    .allowExcessArguments()
    .action(
      start({}, async (cli, _options, verb) => {
        if (verb !== undefined) throw verbError(models, verb);
        const { items, problems } = await listKnownModels(cli);
        for (const { message } of problems) cli.say(`Warning: ${message}`);
        cli.print({ items, problems }, () => `${table(headings, items.map(toRow))}\n\n${legendOf(items)}`);
      }),
    );

  const test = addCommand(models, "test <model>", "Makes one tiny call to a model and says what came back.");
  test.option("--yes", "make the call without asking, also when it costs money").action(
    start({ yes: z.boolean().default(false) }, async (cli, { yes }, id = "") => {
      await assertModels(cli, [id]);
      await using link = await connect(cli);
      const { prices } = await link.client.getModel({ query: { id } });
      if (prices && !yes) await askWhetherToPay(cli, id, mostOf(prices));
      const tested = await link.client.testModel({ body: { id } });
      cli.print(tested, () => describeTest(tested));
    }),
  );
  keyCommands(models, start);
  hostCommands(models, start);
  embeddingsCommand(models, start);
}

/** The question is far shorter than this, and the answer is cut here. */
const [mostIn, mostOut] = [100, 16];

const mostOf = ({ input, cachedInput, cacheWrite, output, reasoning }: ModelPrices): number =>
  Math.ceil((mostIn * Math.max(input, cachedInput, cacheWrite) + mostOut * Math.max(output, reasoning)) / 1_000_000);

const askWhetherToPay = (cli: Cli, id: string, most: number): Promise<void> =>
  confirm(cli, {
    told: `A call to ${id} costs at most $${perMillion(most)}, from your wallet.`,
    add: "Add --yes to make it.",
    question: "Make it?",
    refused: "No call was made.",
  });

const legendOf = (items: readonly ModelInfo[]): string =>
  [
    "Prices are dollars per million tokens, as they were on the day noted. They change: models.json corrects them.",
    ...(items.some(({ needsKey }) => needsKey) ? ['"dialectic models key set <provider>" stores a key.'] : []),
  ].join("\n");
const headings = ["model", "window", "output", "in", "cached", "out", "noted", "about"];

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
    ["ended", tested.finishReason],
    [
      "tokens",
      `${tested.inputTokens} in, ${tested.outputTokens} out${tested.estimated ? " (counted here; it did not say)" : ""}`,
    ],
    ["cost", tested.cost === "0" ? "nothing" : `$${perMillion(Number(tested.cost))}`],
  ]);
