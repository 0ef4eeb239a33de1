import type { ContributionId, SessionId } from "@dialectic/contract";
import { AppError, sha256, type Tx } from "#platform";
import { combinedType } from "./combined-type.ts";
import * as store from "./contribution.store.ts";
import { constructPath } from "./tree/construct-path.ts";
import { deconstructPath } from "./tree/deconstruct-path.ts";
import { placeOfStage } from "./tree/place-of-stage.store.ts";
import type { ContributionName, Subject } from "./tree/stored-file.ts";

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
 * The name of what a work order writes. Of several proposals the second is number two, and what is written about it,
 * too, whichever ends first; what is written anew has the next free number.
 */
export async function nameContribution(db: Tx, input: ToName): Promise<ContributionName> {
  const at = await placeOfStage(db, input);
  const subject = await subjectOf(db, input);
  const name = { ...at, model: input.model, subject, type: input.outputType };
  return { ...name, n: await nextNumber(db, input, name) };
}

/** The name a saved contribution has, read back from where it stands: later chunks, versions and parts carry it on. */
export function nameOf({ raw_path: path }: store.ContributionRow): ContributionName {
  const file = deconstructPath(path);
  if (file?.kind === "raw") return file.of;
  throw new AppError("internal", `No contribution can stand at ${path}.`);
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
  // The same model, stage and type may still be about something else; the same name leads to the same path.
  const taken = alike.filter((row) => [null, 0].some((chunk) => rawPath(name, row.n, chunk) === row.raw_path));
  const own = await proposalBehind(db, input, name.subject);
  const isFree = taken.every((row) => row.n !== own && row.work_key !== input.workKey);
  return isFree ? own : Math.max(0, ...taken.map((row) => row.n)) + 1;
}

/** Which of its model's proposals it is, or is about where its name tells no more than whose that one is. */
async function proposalBehind(db: Tx, { proposal, lineageId }: ToName, { relation }: Subject): Promise<number> {
  const isAboutOne = relation === "critiquing" || relation === "from";
  const origin = isAboutOne && lineageId ? await store.findContribution(db, lineageId) : undefined;
  return proposal ?? origin?.proposal ?? 1;
}

const rawPath = (name: Omit<ContributionName, "n">, n: number, chunk: number | null): string =>
  constructPath({ kind: "raw", of: { ...name, n }, chunk });

/** What a combined text is made of in the end is all of one type. */
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
      // Several are made at once: by the work it is the same name whichever ends first.
      return { relation: "combining", type: await typeCombined(db, sourceIds), work: sha256(workKey).slice(0, 8) };
    default:
      return { relation: "alone" };
  }
}

/** The end of an id, which is random; its start is the time, the same for all that was made within a minute. */
const shortIdOf = (id: string): string => id.replaceAll("-", "").slice(-8);
