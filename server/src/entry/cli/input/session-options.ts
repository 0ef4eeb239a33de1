import { NewSession } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { assertModels, listKnownModels } from "./known-models.ts";
import { assertProcess } from "./known-templates.ts";
import { readAmount } from "./read-amount.ts";

const defaultModels = "rehearsal/atlas,rehearsal/briar";

/** What a price depends on. */
export const addModelOptions = (command: Command): Command =>
  command
    .option("--models <list>", "the models, separated by commas", defaultModels)
    .option("--lead <model>", "the one that writes the last stages (else the author of the best scored proposal)")
    .option("--max-output-tokens <n>", "the largest answer asked for in one turn")
    .option("--continuations <n>", "how often a document that was cut off is carried on; 0 leaves it as it is (else 5)")
    .option(
      "--proposals <n>",
      "how many proposals each model makes, up to 4; all that follows grows with them (else 1)",
    );

export const addSessionOptions = (command: Command): Command =>
  addModelOptions(command)
    .option("--budget <dollars>", "the most it may cost; it pauses before it would cost more")
    .option(
      "--accept-findings",
      "go on to the next stage although a required part of a document is missing (else the run stops there)",
    )
    .option("--retry-window <time>", "how long a provider that is down is retried, such as 90s, 15m or 2h (else 15m)");

export const modelOptions = {
  models: z.string().default(defaultModels),
  lead: z.string().optional(),
  maxOutputTokens: z.coerce.number().optional(),
  continuations: z.string().min(1).pipe(z.coerce.number()).optional(), // nothing would else be read as 0, which means never
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

/** The session as the API wants it, refused here already if it is wrong: no project must be left behind without one. */
export async function readSession(cli: Cli, options: Options): Promise<z.input<typeof NewSession>> {
  const models = await readModelList(cli, options.models);
  await assertModels(cli, models);
  assertProcess(cli, options.process);
  if (options.lead !== undefined && !models.includes(options.lead)) {
    throw new AppError(
      "invalid_input",
      `The lead model "${options.lead}" is not among the models ${models.join(", ")}.`,
    );
  }
  const twice = models.find((model, index) => models.indexOf(model) !== index);
  if (twice)
    throw new AppError("invalid_input", `The model "${twice}" is listed twice; --proposals asks each for several.`);
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
  throw new AppError("invalid_input", `${issue?.path.join(".")} is not right: ${issue?.message}.`);
}

/** The models as they were typed, separated by commas; whether they can be used is another question. */
export async function readModelList(cli: Cli, typed: string): Promise<string[]> {
  const models = typed
    .split(",")
    .map((model) => model.trim())
    .filter(Boolean);
  if (models.length > 0) return models;
  const ready = (await listKnownModels(cli)).items.filter((model) => model.ready);
  const ids = ready.map((model) => model.id).join(", ");
  throw new AppError("invalid_input", `--models names no model: there are ${ids}.`);
}
