import { Command } from "commander";
import { z } from "zod";
import { AppError, skipWasmOptimizer } from "#platform";
import type { Cli } from "./cli.ts";
import { assertTrusted } from "./connect/assert-trusted.ts";
import { createCli } from "./create-cli.ts";
import type { EntryPoints } from "./entry-points.ts";
import { readWords } from "./input/read-words.ts";

/** The body of a command. It receives the validated options and one string for each typed argument. */
type Act<Options> = (cli: Cli, options: Options, ...args: string[]) => Promise<void>;

type Settings = {
  isLongRunning?: boolean;
  /** True if the command accepts an empty text, as in `stage feedback … ""`. */
  allowsEmptyText?: boolean;
  /** True if the command reads nothing from the data folder, or treats what it reads as untrusted. */
  ignoresFolder?: boolean;
};

/** Wraps the body of a command for commander: validates words and options, and creates the command's context. */
export type Start = <Shape extends z.ZodRawShape>(
  shape: Shape,
  act: Act<z.output<z.ZodObject<Shape>>>,
  settings?: Settings,
) => (...fromCommander: unknown[]) => Promise<void>;

const Common = z.object({ data: z.string().optional(), json: z.boolean().optional() });

export function startWith(entryPoints: EntryPoints): Start {
  return (shape, act, { isLongRunning = false, allowsEmptyText = false, ignoresFolder = false } = {}) =>
    async (...fromCommander) => {
      const command = fromCommander.at(-1);
      if (!(command instanceof Command)) throw new AppError("internal", "No command was given.");
      const words = readWords(command, { allowsEmptyText });
      const given = command.optsWithGlobals();
      const cli = createCli({ entryPoints, options: Common.parse(given), isLongRunning });
      if (!ignoresFolder) assertTrusted(cli.config);
      if (!isLongRunning) skipWasmOptimizer();
      await act(cli, readOptions(z.object(shape), given), ...words);
    };
}

function readOptions<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  given: Record<string, unknown>,
): z.output<z.ZodObject<Shape>> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0]).replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  throw new AppError("invalid_input", `The option --${name} is invalid: ${issue?.message}.`);
}
