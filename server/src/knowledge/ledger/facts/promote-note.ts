import type { FactAction, FactNoteId } from "@dialectic/contract";
import { z } from "zod";
import { AppError } from "#platform";
import type { LedgerCtx } from "../ctx.ts";
import { insertKey } from "../ledger.store.ts";
import { readOperations } from "../operations/read-operations.ts";
import { findNote, type NoteRow } from "../parse/runs.store.ts";
import { parseKey } from "../registry/project-keys.ts";
import { findBundle } from "../turns/bundles.store.ts";
import { applyOperations } from "./apply-operations.ts";
import { toAction } from "./decide-fact.ts";
import { openChange } from "./open-change.ts";

/**
 * Adds a key to the project for an unmapped statement, and turns the statement into a fact, in one step. The statement
 * is checked against its bundle again, with the type of the new key.
 */
export async function promoteNote(
  ctx: LedgerCtx,
  input: { noteId: FactNoteId; key: unknown; value?: unknown },
): Promise<FactAction> {
  const definition = parseKey(input.key);
  return ctx.db.tx(async (db) => {
    const note = await findNote(db, input.noteId);
    const bundle = note && (await findBundle(db, note.bundle_id));
    if (!note || !bundle) throw new AppError("not_found", `There is no note ${input.noteId}.`);
    if (note.kind !== "unmapped") {
      throw new AppError(
        "conflict",
        `The operation was refused (${note.reason}): only a verified statement can be promoted.`,
      );
    }
    const { project_id: projectId, owner_id: ownerId } = note;
    const first = await openChange(db, { projectId, onFactsChanged: undefined });
    if (!first.registry.has(definition.key)) {
      await insertKey(db, { projectId, ownerId: first.ledger.owner_id, key: definition.key, definition });
    } else if (note.reason === "unknown-key" && first.registry.get(definition.key)?.type !== definition.type) {
      throw new AppError("conflict", `The project already has a key ${definition.key}, with another type.`);
    }
    const change = await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged });
    const read = readOperations([restated(note, { key: definition.key, value: input.value })]);
    const stats = await applyOperations(change, {
      bundle: { ...bundle, owner_id: ownerId },
      runId: note.parse_run_id,
      operations: read.ok ? read.operations : [],
    });
    if (stats.refused + stats.unmapped > 0) {
      throw new AppError(
        "invalid_input",
        `The statement does not fit the key ${definition.key} (${definition.type}). Choose another type, or give the value.`,
      );
    }
    return toAction(await change.finish());
  });
}

const Statement = z.object({ quote: z.string(), start: z.int(), end: z.int(), section: z.string() });

/** The note's operation, with the verified position of its quote and the new key. */
function restated(note: NoteRow, { key, value }: { key: string; value: unknown }): Record<string, unknown> {
  const given = z.record(z.string(), z.unknown()).catch({}).parse(note.operation);
  const { quote, start, end, section } = Statement.parse(note.evidence);
  const placed = { ...given, op: "ADD", key, quote, startChar: start, endChar: end, section, evidence: undefined };
  return value === undefined ? placed : { ...placed, value };
}
