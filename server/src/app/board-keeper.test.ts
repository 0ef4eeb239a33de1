import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { getBoard, moveCard } from "#board";
import { getProject, giveFeedback } from "#sessions";
import { testApp } from "#test";
import { createBoardKeeper } from "./board-keeper.ts";

it("writes board changes to the board's files, and does not recreate a deleted file when documents are rendered", async () => {
  await using t = await testApp("pglite");
  const worker = await t.startWorker();
  const brief = readFileSync("examples/popup.md", "utf8");
  const { id, projectId } = await t.session({ brief, models: ["rehearsal/atlas"], auto: true, start: true });
  await t.reach(id, "iteration_complete");
  await worker.idle();
  const tree = join(t.dataDir, "projects", (await getProject(t.ctx, { projectId })).slug);
  const cards = async () => (await getBoard(t.ctx, { projectId })).cards;
  const [card] = await cards();
  if (!card) throw new Error("The plan left no card.");
  expect(existsSync(join(tree, card.path))).toBe(true);

  const keeper = createBoardKeeper({ dataDir: t.dataDir, log: t.ctx.log });
  for (const column of ["current", "pending", "complete"] as const) {
    await moveCard(t.ctx, { cardId: card.id, column });
    keeper.changed(t.ctx, projectId);
  }
  await keeper.settled();
  const path = (await cards())[0]?.path ?? "";
  expect(path).toMatch(/^Complete\//);
  expect(existsSync(join(tree, card.path))).toBe(false);
  expect(readFileSync(join(tree, path), "utf8")).toContain("synced: complete");

  rmSync(join(tree, path));
  await giveFeedback(t.ctx, { sessionId: id, stage: "paralysis", text: "Well done." });
  await worker.idle();
  expect(existsSync(join(tree, path))).toBe(false);
  expect((await cards())[0]?.fileLostAt).not.toBeNull();
  expect((await cards())[1]?.fileLostAt ?? null).toBeNull();

  rmSync(tree, { recursive: true });
  keeper.changed(t.ctx, projectId);
  await keeper.settled();
  expect(existsSync(tree)).toBe(false);
});
