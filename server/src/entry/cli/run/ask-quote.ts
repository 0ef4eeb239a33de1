import { NewQuote, type Quote } from "@dialectic/contract";
import type { z } from "zod";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { connect } from "../connect/connect.ts";
import { hasDatabase } from "../connect/has-database.ts";
import { localModelSettings } from "../input/model-settings.ts";
import { assertProcess } from "../input/shipped-templates.ts";
import { priceLine } from "../output/texts/describe-quote.ts";

type Asked = z.input<typeof NewQuote> & { brief: string };

/** Asks for a quote. If there is no database yet, computes it from the shipped processes and the model files. */
export async function askQuote(cli: Cli, input: Asked): Promise<Quote> {
  assertProcess(cli, input.process);
  const parsed = NewQuote.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new AppError("invalid_input", `${issue?.path.join(".")} is invalid: ${issue?.message}.`);
  }
  if (hasDatabase(cli.config)) {
    await using link = await connect(cli);
    return await link.client.createQuote({ body: input });
  }
  const [settings, { mergeOverlays, shippedDomain, shippedProcess }, { listTerms, quoteFor }] = await Promise.all([
    localModelSettings(cli.config),
    import("#recipes"),
    import("#sessions"),
  ]);
  const domain = shippedDomain(input.domain ?? "general");
  const overlay = mergeOverlays(domain.overlay, input.overlay ?? {});
  const process = shippedProcess(input.process ?? domain.default);
  const { continuations = cli.config.continuations } = input;
  const terms = listTerms(input.models, settings);
  return quoteFor({ ...input, process, overlay, continuations, terms });
}

/** Prints the expected price on a terminal; a program reads it from the session's quote. */
export async function sayPrice(cli: Cli, ask: () => Promise<Quote>): Promise<void> {
  if (!process.stderr.isTTY) return;
  const quote = await ask();
  if (!quote.free) cli.say(`This run: ${priceLine(quote)}.`);
}
