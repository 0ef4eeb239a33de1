import type { Command } from "commander";
import { addCommand } from "../add-command.ts";
import type { Start } from "../start-command.ts";
import { table } from "../table.ts";

export function modelsCommand(program: Command, start: Start): void {
  addCommand(program, "models", "Lists the models that can be chosen.").action(
    start({}, async (cli) => {
      // The catalogue is part of the program: no data has to be opened to read it.
      const { listModels } = await import("#models");
      const items = listModels();
      cli.print({ items }, () =>
        table(
          ["model", "window", "output", "about"],
          items.map((model) => [
            model.id,
            String(model.contextWindow),
            String(model.maxOutputTokens),
            model.why ?? model.about,
          ]),
        ),
      );
    }),
  );
}
