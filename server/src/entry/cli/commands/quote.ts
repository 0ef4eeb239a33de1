import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../add-command.ts";
import { askQuote } from "../ask-quote.ts";
import { describeQuote } from "../describe-quote.ts";
import { readBrief } from "../read-brief.ts";
import { addModelOptions, modelOptions, readModelList } from "../session-options.ts";
import type { Start } from "../start-command.ts";

export function quoteCommand(program: Command, start: Start): void {
  addModelOptions(
    addCommand(program, "quote <file>", "Says what a run over a brief (- reads stdin) would cost, and starts nothing."),
  )
    .option("--process <key>", "classic, or brief for the shorter one", "classic")
    .action(
      start(
        { ...modelOptions, process: z.string().default("classic") },
        async (cli, { process, models, lead, maxOutputTokens }, file = "-") => {
          const brief = await readBrief(file);
          const quote = await askQuote(cli, {
            brief: brief.text,
            process,
            models: await readModelList(cli, models),
            leadModel: lead,
            maxOutputTokens,
          });
          cli.print(quote, () => describeQuote(quote));
        },
      ),
    );
}
