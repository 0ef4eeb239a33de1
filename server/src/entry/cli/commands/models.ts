import type { Command } from "commander";
import { addCommand } from "../add-command.ts";
import { connect } from "../connect.ts";
import type { Start } from "../start-command.ts";
import { table } from "../table.ts";

export function modelsCommand(program: Command, start: Start): void {
  addCommand(program, "models", "Lists the models that can be chosen.").action(
    start({}, async (cli) => {
      await using link = await connect(cli);
      const models = await link.client.listModels();
      cli.print(models, () =>
        table(
          ["model", "window", "output", "about"],
          models.items.map((model) => [
            model.id,
            String(model.contextWindow),
            String(model.maxOutputTokens),
            model.about,
          ]),
        ),
      );
    }),
  );
}
