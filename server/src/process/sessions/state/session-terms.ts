import { isDeepStrictEqual } from "node:util";
import type { ProjectId, SessionId } from "@dialectic/contract";
import {
  type FrozenTerms,
  insertTerms,
  type ModelSettings,
  type ModelTerms,
  readLocalWindows,
  settingsFor,
  termsOf,
} from "#models";
import { AppError, type Tx, type UserDb } from "#platform";
import { chosenModels, findSession, insertSessionModels, lockSession, selectTerms } from "#projects";

type Iteration = { sessionId: SessionId; iteration: number };
type Ctx = { db: UserDb; models: ModelSettings };

/** Freezes a session's terms for its models from this iteration onwards: prices, window, output cap and tokenizer. */
export async function freezeTerms(db: Tx, at: Iteration, terms: readonly ModelTerms[]): Promise<void> {
  await insertSessionModels(db, at, await insertTerms(db, terms));
}

/** The frozen terms of a session's models, by model. */
export async function frozenTerms(db: Tx, at: Iteration): Promise<ReadonlyMap<string, FrozenTerms>> {
  return new Map((await selectTerms(db, at)).map((terms) => [terms.id, terms]));
}

/**
 * Freezes missing terms, as the catalogue of this installation states them: a model of an imported session may have been
 * added to the catalogue since the import. A model that the catalogue still lacks stays without terms.
 */
export async function freezeMissing(
  ctx: Ctx,
  input: Pick<Iteration, "sessionId"> & Partial<Iteration>,
): Promise<ReadonlyMap<string, FrozenTerms>> {
  const { at, terms, missing } = await ctx.db.tx((db) => read(db, input));
  if (missing.length === 0) return terms;
  const settings = await settingsFor(ctx.db, ctx.models);
  return ctx.db.tx(async (db) => {
    await lockSession(db, at.sessionId); // the second of two workers finds the terms that the first one froze
    const { missing: models } = await read(db, at);
    await freezeListed(db, { ...at, models }, settings);
    return frozenTerms(db, at);
  });
}

async function read(db: Tx, { sessionId, ...given }: Pick<Iteration, "sessionId"> & Partial<Iteration>) {
  const session = await findSession(db, sessionId);
  const at = { sessionId, iteration: given.iteration ?? session?.iteration ?? 1 };
  const terms = await frozenTerms(db, at);
  return { at, terms, missing: session?.models.filter((model) => !terms.has(model)) ?? [] };
}

/** Freezes the terms of those models that are in the catalogue. */
async function freezeListed(
  db: Tx,
  { models, ...at }: Iteration & { models: readonly string[] },
  settings: ModelSettings,
): Promise<void> {
  const listed = models.flatMap((model) => termsIfListed(model, settings) ?? []);
  await freezeTerms(db, at, listed);
}

/** Gives an imported session this installation's terms. The terms in the export's quote are only displayed. */
export async function freezeImported(
  db: Tx,
  { projectId, settings }: { projectId: ProjectId; settings: ModelSettings },
): Promise<void> {
  for (const { id, models } of await chosenModels(db, projectId)) {
    await freezeListed(db, { sessionId: id, iteration: 1, models }, settings);
  }
}

/**
 * Adopts corrected limits: if the catalogue now states a different window, output cap, tokenizer or API for a model of
 * the session, adds a revision of the model's terms with the new limits and the old prices. Called only when a person
 * retries, by the process that serves the request and never by a worker.
 */
export async function correctLimits(ctx: Ctx, { sessionId }: { sessionId: SessionId }): Promise<void> {
  const settings = await settingsFor(ctx.db, ctx.models);
  const models = (await ctx.db.tx((db) => findSession(db, sessionId)))?.models ?? [];
  await readLocalWindows(settings, models);
  await ctx.db.tx(async (db) => {
    const session = await findSession(db, sessionId);
    if (!session) return;
    const at = { sessionId, iteration: session.iteration };
    const corrected = [...(await frozenTerms(db, at)).values()].flatMap((frozen) => {
      const listed = termsIfListed(frozen.id, settings);
      if (!listed) return [];
      return isDeepStrictEqual(limitsOf(listed), limitsOf(frozen)) ? [] : [{ ...frozen, ...limitsOf(listed) }];
    });
    await freezeTerms(db, at, corrected);
  });
}

const limitsOf = ({ contextWindow, maxOutputTokens, tokenizer, api }: ModelTerms) => ({
  ...{ contextWindow, maxOutputTokens, tokenizer, api },
});

/** The terms of a model; undefined if the catalogue lacks the model or states no price for it. */
function termsIfListed(model: string, settings: ModelSettings): ModelTerms | undefined {
  try {
    return termsOf(model, settings);
  } catch (error) {
    const isUnlisted = error instanceof AppError && ["unknown_model", "unknown_price"].includes(error.code);
    if (isUnlisted) return undefined;
    throw error;
  }
}
