import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import { readBrief } from "../../input/read-brief.ts";
import { addOverlayOption, readOverlay } from "../../input/read-overlay.ts";
import { addModelOptions, modelOptions, readModelList } from "../../input/session-options.ts";
import { describeQuote } from "../../output/texts/describe-quote.ts";
import { askQuote } from "../../run/ask-quote.ts";
import type { Start } from "../../start-command.ts";

export function quoteCommand(program: Command, start: Start): void {
  addOverlayOption(
    addModelOptions(
      addCommand(program, "quote <file>", "Estimates the cost of a run on a brief (“-” reads stdin). Starts nothing."),
    ),
  )
    .option("--domain <key>", 'domain of the project ("dialectic template list" lists them)', "general")
    .option("--process <key>", "classic, or brief for a shorter run (default: the domain's default)")
    .action(
      start(
        {
          ...modelOptions,
          domain: z.string().default("general"),
          process: z.string().optional(),
          overlay: z.string().optional(),
        },
        async (cli, { overlay, models, lead, ...options }, file = "-") => {
          const brief = await readBrief(file);
          const quote = await askQuote(cli, {
            brief: brief.text,
            ...options,
            models: await readModelList(cli, models),
            leadModel: lead,
            overlay: await readOverlay(overlay),
          });
          cli.print(quote, () => describeQuote(quote));
        },
      ),
    );
}
