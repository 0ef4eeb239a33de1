import { isDeepStrictEqual } from "node:util";
import type { FactKeyInfo, ProjectId } from "@dialectic/contract";
import type { z } from "zod";
import { AppError, type UserDb } from "#platform";
import type { LedgerCtx } from "../ctx.ts";
import { noProject, openChange } from "../facts/open-change.ts";
import { findLedger, insertKey, ownKeys } from "../ledger.store.ts";
import { createRegistry, type FactKey, keyEntry } from "./registry.ts";
import { registryFor } from "./shipped-keys.ts";

/** The keys of a project: those of its domain, then those that people added. */
export async function listFactKeys(
  ctx: { db: UserDb },
  { projectId }: { projectId: ProjectId },
): Promise<FactKeyInfo[]> {
  return ctx.db.tx(async (db) => {
    const ledger = await findLedger(db, projectId);
    if (!ledger) throw noProject(projectId);
    const own = await ownKeys(db, projectId);
    const names = new Set(own.map((entry) => keyEntry.parse(entry).key));
    return [...registryFor(ledger.domain, own).values()].map((key) => toInfo(key, names.has(key.key)));
  });
}

/** Adds a key to a project. `definition` has the form of an entry in a key file. */
export async function addFactKey(
  ctx: LedgerCtx,
  { projectId, ...definition }: { projectId: ProjectId; key: string },
): Promise<FactKeyInfo> {
  const entry = parseKey(definition);
  const key = createRegistry([{ version: 1, keys: [entry] }]).get(entry.key);
  if (!key) throw new AppError("internal", `The key ${entry.key} was just read but is missing from the registry.`);
  return ctx.db.tx(async (db) => {
    const { ledger, registry } = await openChange(db, { projectId, onFactsChanged: undefined });
    const known = registry.get(entry.key);
    if (known && !isDeepStrictEqual(comparable(known), comparable(key)))
      throw new AppError("conflict", `The project already has a key ${entry.key}: ${known.label} (${known.type}).`);
    if (!known) await insertKey(db, { projectId, ownerId: ledger.owner_id, key: entry.key, definition: entry });
    return toInfo(key, true);
  });
}

/** Sorts the options, because the database does not preserve their order. */
const comparable = (key: FactKey) => ({ ...toInfo(key, true), options: Object.keys(key.options ?? {}).toSorted() });

const toInfo = (key: FactKey, isOwn: boolean): FactKeyInfo => ({
  key: key.key,
  label: key.label,
  type: key.type,
  unitFamily: key.unitFamily ?? null,
  options: key.options ? Object.keys(key.options) : null,
  isList: key.isList,
  isHighRisk: key.isHighRisk,
  stages: [...key.stages],
  question: key.question ?? null,
  isOwn,
});

/** `key` has the form of an entry in a key file. */
export function parseKey(key: unknown): z.infer<typeof keyEntry> {
  const parsed = keyEntry.safeParse(key);
  if (parsed.success) return parsed.data;
  throw new AppError(
    "invalid_input",
    `The key cannot be used: ${parsed.error.issues.map(({ message }) => message).join("; ")}.`,
    {
      details: parsed.error.issues,
    },
  );
}
