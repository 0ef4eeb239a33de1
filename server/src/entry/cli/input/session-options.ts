import { NewSession } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { assertModelsReady, listAvailableModels } from "./available-models.ts";
import { readAmount } from "./read-amount.ts";
import { assertProcess } from "./shipped-templates.ts";

const defaultModels = "rehearsal/atlas,rehearsal/briar";

/** The options that determine the price of a session. */
export const addModelOptions = (command: Command): Command =>
  command
    .option("--models <list>", "models, separated by commas", defaultModels)
    .option("--lead <model>", "model that writes the last stages (default: the author of the best-scored proposal)")
    .option("--max-output-tokens <n>", "longest answer of one request, in tokens")
    .option("--continuations <n>", "how many times a document that was cut off is continued; 0: never (default: 5)")
    .option(
      "--proposals <n>",
      "proposals per model, 1 to 4; more proposals mean more work in later stages (default: 1)",
    );

export const addSessionOptions = (command: Command): Command =>
  addModelOptions(command)
    .option("--budget <dollars>", "maximum cost; the session pauses rather than exceed it")
    .option(
      "--accept-findings",
      "continue even if a required part of a document is missing (default: stop before the next stage)",
    )
    .option(
      "--retry-window <time>",
      "how long to retry a provider that is down, such as 90s, 15m or 2h (default: 15m)",
    );

export const modelOptions = {
  models: z.string().default(defaultModels),
  lead: z.string().optional(),
  maxOutputTokens: z.coerce.number().optional(),
  continuations: z.string().min(1).pipe(z.coerce.number()).optional(), // an empty value would be read as 0, which means never
  proposals: z.string().min(1).pipe(z.coerce.number()).optional(),
};

export const sessionOptions = {
  ...modelOptions,
  budget: z.string().optional(),
  acceptFindings: z.boolean().default(false),
  retryWindow: z.string().optional(),
};

type Options = z.output<z.ZodObject<typeof sessionOptions>> & {
  process?: string | undefined;
  auto: boolean;
  start: boolean;
};

/**
 * Reads and validates the new session before its project is created, so that invalid options leave no project behind.
 */
export async function readSession(cli: Cli, options: Options): Promise<z.input<typeof NewSession>> {
  const models = await readModelList(cli, options.models);
  await assertModelsReady(cli, models);
  assertProcess(cli, options.process);
  if (options.lead !== undefined && !models.includes(options.lead)) {
    throw new AppError(
      "invalid_input",
      `The lead model "${options.lead}" is not among the models ${models.join(", ")}.`,
    );
  }
  const twice = models.find((model, index) => models.indexOf(model) !== index);
  if (twice)
    throw new AppError(
      "invalid_input",
      `The model "${twice}" is listed twice. Use --proposals for several proposals per model.`,
    );
  const session = {
    models,
    leadModel: options.lead,
    maxOutputTokens: options.maxOutputTokens,
    continuations: options.continuations,
    proposals: options.proposals,
    retryWindow: options.retryWindow,
    process: options.process,
    auto: options.auto,
    start: options.start,
    acceptFindings: options.acceptFindings,
    budget: options.budget === undefined ? undefined : readAmount(options.budget),
  };
  const parsed = NewSession.safeParse(session);
  if (parsed.success) return session;
  const issue = parsed.error.issues[0];
  throw new AppError("invalid_input", `${issue?.path.join(".")} is invalid: ${issue?.message}.`);
}

/** The models as typed, separated by commas, without checking that they can be used. */
export async function readModelList(cli: Cli, typed: string): Promise<string[]> {
  const models = typed
    .split(",")
    .map((model) => model.trim())
    .filter(Boolean);
  if (models.length > 0) return models;
  const ready = (await listAvailableModels(cli)).items.filter((model) => model.ready);
  const ids = ready.map((model) => model.id).join(", ");
  throw new AppError("invalid_input", `--models is empty. Available: ${ids}.`);
}
