import type { ContributionId, SessionId } from "@dialectic/contract";
import type { Tx } from "#platform";
import { combinedType } from "./combined-type.ts";
import * as store from "./contribution.store.ts";
import { constructPath } from "./tree/construct-path.ts";
import { placeOfStage } from "./tree/place-of-stage.store.ts";
import type { ContributionName, Subject } from "./tree/stored-file.ts";

export type ToName = {
  sessionId: SessionId;
  iteration: number;
  stage: string;
  model: string;
  outputType: string;
  lineageId: ContributionId | null;
  sourceIds: readonly ContributionId[];
};

/** The name of what a work order writes. The first chunk takes the next free number; later ones carry it on. */
export async function nameContribution(db: Tx, input: ToName, n: number | null): Promise<ContributionName> {
  const at = await placeOfStage(db, input);
  const subject = await subjectOf(db, input);
  const name = { ...at, model: input.model, subject, type: input.outputType };
  return { ...name, n: n ?? (await nextNumber(db, input, name)) };
}

/** The name a saved contribution has, made again from its columns. */
export async function nameOf(db: Tx, row: store.ContributionRow): Promise<ContributionName> {
  const { session_id: sessionId, output_type: outputType, lineage_id: lineageId, iteration, stage, model } = row;
  const sourceIds = await store.sourceIdsOf(db, row.id);
  return nameContribution(db, { sessionId, iteration, stage, model, outputType, lineageId, sourceIds }, row.n);
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
  return Math.max(0, ...taken.map((row) => row.n)) + 1;
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

async function subjectOf(db: Tx, { outputType, lineageId, sourceIds }: ToName): Promise<Subject> {
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
      return { relation: "combining", type: await typeCombined(db, sourceIds) };
    default:
      return { relation: "alone" };
  }
}

/** The end of an id, which is random; its start is the time, the same for all that was made within a minute. */
const shortIdOf = (id: string): string => id.replaceAll("-", "").slice(-8);
