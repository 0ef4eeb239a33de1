import { NewQuote, type Quote } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "./cli.ts";
import { priceLine } from "./describe-quote.ts";
import { assertProcess } from "./known-process.ts";

/** A quote without opening any data: processes are part of the program, prices of it and of the data folder's lists. */
export async function quoteHere(
  cli: Cli,
  input: {
    brief: string;
    process: string;
    models: readonly string[];
    leadModel?: string | undefined;
    maxOutputTokens?: number | undefined;
  },
): Promise<Quote> {
  assertProcess(input.process);
  const parsed = NewQuote.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new AppError("invalid_input", `${issue?.path.join(".")} is not right: ${issue?.message}.`);
  }
  const [{ shippedProcess }, { quoteFor }] = await Promise.all([import("#recipes"), import("#sessions")]);
  const shipped = shippedProcess(input.process);
  return quoteFor(
    { ...parsed.data, brief: input.brief, process: shipped },
    { env: process.env, dataDir: cli.config.dataDir },
  );
}

/** Tells a person who looks on what is about to be spent; a program reads it from the session's quote. */
export async function sayPrice(cli: Cli, input: Parameters<typeof quoteHere>[1]): Promise<void> {
  if (!process.stderr.isTTY) return;
  const quote = await quoteHere(cli, input);
  if (!quote.free) cli.say(`This run: ${priceLine(quote)}.`);
}
