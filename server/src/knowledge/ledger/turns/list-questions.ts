import type { KeyQuestion, ProjectId } from "@dialectic/contract";
import type { UserDb } from "#platform";
import { factsOfProject } from "../facts/facts.store.ts";
import { noProject } from "../facts/open-change.ts";
import { findLedger, ownKeys } from "../ledger.store.ts";
import type { FactKey } from "../registry/registry.ts";
import { registryFor } from "../registry/shipped-keys.ts";
import { newestAnswers } from "./answers.store.ts";

/**
 * What the project should be asked, by rules: keys whose facts contradict each other, then important keys without a fact, then
 * other keys that have a question. What was answered with IDK comes last; what is irrelevant is not asked again.
 */
export async function listKeyQuestions(
  ctx: { db: UserDb },
  { projectId }: { projectId: ProjectId },
): Promise<KeyQuestion[]> {
  return ctx.db.tx(async (db) => {
    const ledger = await findLedger(db, projectId);
    if (!ledger) throw noProject(projectId);
    const registry = registryFor(ledger.domain, await ownKeys(db, projectId));
    const facts = await factsOfProject(db, { projectId, statuses: ["accepted", "conflict"] });
    const filled = new Set(facts.filter(({ status }) => status === "accepted").map(({ key }) => key));
    const disputed = new Set(facts.filter(({ status }) => status === "conflict").map(({ key }) => key));
    const answered = new Map((await newestAnswers(db, projectId)).map(({ key, quick }) => [key, quick]));
    const asked = [...registry.values()].flatMap((key): { key: FactKey; rank: number; question: KeyQuestion }[] => {
      const isDisputed = disputed.has(key.key);
      if (key.scope === "item" || (!isDisputed && (filled.has(key.key) || !key.question))) return [];
      if (answered.get(key.key) === "IRRELEVANT" && !isDisputed) return [];
      const isDeferred = answered.get(key.key) === "IDK";
      const rank = (isDeferred ? 4 : 0) + (isDisputed ? 0 : key.isImportant ? 1 : 2);
      return [{ key, rank, question: toQuestion(key, { isDeferred, isDisputed }) }];
    });
    return asked.sort((a, b) => a.rank - b.rank).map(({ question }) => question);
  });
}

const toQuestion = (
  key: FactKey,
  { isDeferred, isDisputed }: { isDeferred: boolean; isDisputed: boolean },
): KeyQuestion => ({
  key: key.key,
  itemId: null,
  label: key.label,
  question: key.question ?? `${key.label}?`,
  valueType: key.type,
  status: isDeferred ? "deferred" : "open",
  why: isDisputed ? "conflict" : "empty",
});
