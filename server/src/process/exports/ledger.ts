import type { ProjectId } from "@dialectic/contract";
import type { UserDb } from "#platform";
import { statement, toSums } from "#wallet";
import type { Manifest } from "./manifest.ts";

/** More stages or models than a project has. */
const groups = 1_000;

/** What a project has cost, as a statement: in digits, because JSON numbers lose some above 2^53. */
export async function tellLedger(db: UserDb, project: ProjectId): Promise<Manifest["ledger"]> {
  const filter = { project };
  const byStage = await statement({ db }, { groupBy: "stage", filter, limit: groups });
  const byModel = await statement({ db }, { groupBy: "model", filter, limit: groups });
  return {
    unit: "millionths of a dollar",
    total: toSums(byStage.total),
    byStage: byStage.groups.map(({ key, ...sums }) => ({ key, ...toSums(sums) })),
    byModel: byModel.groups.map(({ key, ...sums }) => ({ key, ...toSums(sums) })),
  };
}
