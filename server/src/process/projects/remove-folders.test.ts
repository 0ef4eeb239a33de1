import { existsSync, mkdirSync, mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { ensureLocalUser, localUserId } from "#access";
import { createLog } from "#platform";
import { testDatabase } from "#test";
import { removeLeftFolders } from "./index.ts";

it("removeLeftFolders removes only folders of deleted projects, even if a restored database names other paths", async () => {
  await using t = await testDatabase("pglite");
  using dir = mkdtempDisposableSync(join(tmpdir(), "dialectic-left-"));
  const treeDir = join(dir.path, "data", "projects");
  for (const path of ["data/projects/hedge", "data/projects/other", "data/blobs", "victim"])
    mkdirSync(join(dir.path, path), { recursive: true });
  await ensureLocalUser(t.database);
  const names = ["hedge", "../../victim", "../blobs", ".", "..", "", "other/..", "../projects", "gone"];
  for (const name of names)
    await t.database.asOwner((db) =>
      sql`insert into project_deletions (project_id, owner_id, folder)
          values (gen_random_uuid(), ${localUserId}, ${name})`.execute(db),
    );
  await removeLeftFolders(t.database, { treeDir, log: createLog("silent") });
  const left = ["data/projects/hedge", "data/projects/other", "data/blobs", "victim"].filter((path) =>
    existsSync(join(dir.path, path)),
  );
  expect(left).toEqual(["data/projects/other", "data/blobs", "victim"]);
});
