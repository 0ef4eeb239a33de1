import type { EmbeddingModelInfo } from "@dialectic/contract";
import type { Command } from "commander";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { perMillion } from "../../output/dollars.ts";
import { table } from "../../output/table.ts";
import type { Start } from "../../start-command.ts";

export function embeddingsCommand(models: Command, start: Start): void {
  addCommand(models, "embeddings", "Lists the embedding models that memory can use.").action(
    start({}, async (cli) => {
      await using link = await connect(cli);
      const found = await link.client.listEmbeddingModels();
      cli.print(found, () => `${table(headings, found.items.map(toRow))}\n\n${legend}`);
    }),
  );
}

const legend =
  "Prices are in dollars per million tokens. Set DIALECTIC_EMBEDDINGS to choose a model; the default is the built-in model, which is free.";
const headings = ["", "model", "window", "dimensions", "price", "as of", "about"];

const toRow = (model: EmbeddingModelInfo): string[] => [
  model.used ? "*" : "",
  model.id,
  String(model.contextWindow),
  model.dimensions === null ? "?" : String(model.dimensions),
  model.price === null ? (model.free ? "free" : "?") : perMillion(model.price),
  model.noted ?? "",
  model.why ?? model.about,
];
