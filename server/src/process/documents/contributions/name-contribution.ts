import type { ContributionId, SessionId } from "@dialectic/contract";
import { AppError, sha256, type Tx } from "#platform";
import { constructPath } from "../tree/paths/construct-path.ts";
import { deconstructPath } from "../tree/paths/deconstruct-path.ts";
import type { ContributionName, Subject } from "../tree/paths/stored-file.ts";
import { placeOfStage } from "../tree/place-of-stage.store.ts";
import { combinedType } from "./combined-type.ts";
import * as store from "./contribution.store.ts";

export type ToName = {
  sessionId: SessionId;
  iteration: number;
  stage: string;
  model: string;
  outputType: string;
  workKey: string;
  lineageId: ContributionId | null;
  proposal: number | null;
  sourceIds: readonly ContributionId[];
};

/**
 * The name of the text that a work order writes. A model's second proposal and every text about it have number two, no matter
 * which is finished first; a regenerated text has the next free number.
 */
export async function nameContribution(db: Tx, input: ToName): Promise<ContributionName> {
  const at = await placeOfStage(db, input);
  const subject = await subjectOf(db, input);
  const name = { ...at, model: input.model, subject, type: input.outputType };
  return { ...name, n: await nextNumber(db, input, name) };
}

/** Reads the name of a saved contribution from its path, because later chunks, versions and parts use the same name. */
export function nameOf({ raw_path: path }: store.ContributionRow): ContributionName {
  const file = deconstructPath(path);
  if (file?.kind === "raw") return file.of;
  throw new AppError("internal", `${path} is not the path of a contribution.`);
}

async function nextNumber(db: Tx, input: ToName, name: Omit<ContributionName, "n">): Promise<number> {
  await store.lockName(db, `${input.sessionId} ${rawPath(name, 0, null)}`);
  const alike = await store.firstChunksLike(db, {
    session_id: input.sessionId,
    iteration: input.iteration,
    stage: input.stage,
    model: input.model,
    output_type: input.outputType,
  });
  // Texts of one model, stage and type have different names if their sources differ. Only equal names compete for numbers.
  const taken = alike.filter((row) => [null, 0].some((chunk) => rawPath(name, row.n, chunk) === row.raw_path));
  const own = await proposalBehind(db, input, name.subject);
  const isFree = taken.every((row) => row.n !== own && row.work_key !== input.workKey);
  return isFree ? own : Math.max(0, ...taken.map((row) => row.n)) + 1;
}

/** The number of this proposal, or of the proposal that this text is about. A model may have written several. */
async function proposalBehind(db: Tx, { proposal, lineageId }: ToName, { relation }: Subject): Promise<number> {
  const isAboutOne = relation === "critiquing" || relation === "from";
  const origin = isAboutOne && lineageId ? await store.findContribution(db, lineageId) : undefined;
  return proposal ?? origin?.proposal ?? 1;
}

const rawPath = (name: Omit<ContributionName, "n">, n: number, chunk: number | null): string =>
  constructPath({ kind: "raw", of: { ...name, n }, chunk });

/** The type of the original documents of a combined text, which all have the same type. */
async function typeCombined(db: Tx, sourceIds: readonly ContributionId[]): Promise<string> {
  const [first] = sourceIds;
  const source = first && (await store.findContribution(db, first));
  if (!source) return "";
  if (source.output_type !== combinedType) return source.output_type;
  return typeCombined(db, await store.sourceIdsOf(db, source.id));
}

async function subjectOf(db: Tx, { outputType, workKey, lineageId, sourceIds }: ToName): Promise<Subject> {
  const modelOf = async (id: ContributionId): Promise<string> => (await store.findContribution(db, id))?.model ?? "";
  const origin = lineageId ?? sourceIds[0];
  switch (outputType) {
    case "antithesis":
      return origin ? { relation: "critiquing", model: await modelOf(origin) } : { relation: "alone" };
    case "pairwise_synthesis": {
      const models: string[] = [];
      for (const id of sourceIds) models.push(await modelOf(id));
      return { relation: "from", models };
    }
    case "reduced_synthesis":
      return origin ? { relation: "reducing", shortId: shortIdOf(origin) } : { relation: "alone" };
    case combinedType:
      // Combined texts are written concurrently, so the name is made from the work order and does not depend on which
      // is finished first.
      return { relation: "combining", type: await typeCombined(db, sourceIds), work: sha256(workKey).slice(0, 8) };
    default:
      return { relation: "alone" };
  }
}

/** The end of an id is random. Its beginning is a timestamp, so texts of the same minute have the same beginning. */
const shortIdOf = (id: string): string => id.replaceAll("-", "").slice(-8);
