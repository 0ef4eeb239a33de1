import type { ModelInfo, ModelTest } from "@dialectic/contract";
import type { Command } from "commander";
import { addCommand } from "../add-command.ts";
import { connect } from "../connect.ts";
import { perMillion } from "../dollars.ts";
import { verbError } from "../known-command.ts";
import { assertModels, listKnownModels } from "../known-models.ts";
import type { Start } from "../start-command.ts";
import { list, table } from "../table.ts";
import { keyCommands } from "./model-keys.ts";

export function modelsCommand(program: Command, start: Start): void {
  const models = addCommand(program, "models", "Lists the models that can be chosen, and what they cost.");
  models
    .usage("[test | key] [options]")
    .allowExcessArguments()
    .action(
      start({}, async (cli, _options, verb) => {
        if (verb !== undefined) throw verbError(models, verb);
        const items = await listKnownModels(cli);
        cli.print({ items }, () => `${table(headings, items.map(toRow))}\n\n${legend}`);
      }),
    );

  addCommand(models, "test <model>", "Makes one tiny call to a model and says what came back.").action(
    start({}, async (cli, _options, id = "") => {
      await assertModels(cli, [id]);
      await using link = await connect(cli);
      const tested = await link.client.testModel({ body: { id } });
      cli.print(tested, () => describeTest(tested));
    }),
  );
  keyCommands(models, start);
}

const legend =
  "Prices are dollars per million tokens, as they were on the day noted. They change: models.json corrects them.";
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
