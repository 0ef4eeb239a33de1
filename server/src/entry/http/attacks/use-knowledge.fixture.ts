import type { Client, ProjectId } from "@dialectic/contract";

/** Runs a request and records what ended neither well nor with an error that is meant. */
export type Attempt = <T>(did: string, act: () => Promise<T>) => Promise<T | undefined>;

/** Does what a user can do with the facts, turns and items of a project. */
export async function useKnowledge(client: Client, projectId: ProjectId, attempt: Attempt): Promise<void> {
  const of = { params: { projectId } };
  await attempt("getLedgerSettings", () => client.getLedgerSettings(of));
  await attempt("countFacts", () => client.countFacts(of));
  await attempt("factsAsOf", () => client.factsAsOf({ ...of, query: { at: new Date().toISOString() } }));
  await attempt("factHistory", () => client.factHistory({ ...of, query: {} }));
  await attempt("getBlocks", () => client.getBlocks(of));
  await attempt("listKeyQuestions", () => client.listKeyQuestions(of));
  await useItems(client, projectId, attempt);
  const facts = (await attempt("listFacts", () => client.listFacts({ ...of, query: {} })))?.items ?? [];
  for (const { id: factId, number } of facts) {
    await attempt("whyFact", () => client.whyFact({ params: { factId } }));
    await attempt("findFact", () => client.findFact({ params: { projectId, name: `F${number}` } }));
  }
  const bundles = (await attempt("listBundles", () => client.listBundles({ ...of, query: {} })))?.items ?? [];
  for (const { id: bundleId } of bundles) {
    await attempt("getBundle", () => client.getBundle({ params: { bundleId } }));
    const operations = [{ key: "project.summary.audience_size", value: 300, quote: "300 people" }];
    await attempt("postOperations", () =>
      client.postOperations({ params: { bundleId }, body: { operations, force: true } }),
    );
  }
  const notes = (await attempt("listFactNotes", () => client.listFactNotes({ ...of, query: {} })))?.items ?? [];
  const key = { key: "project.summary.colour", label: "Colour", type: "string" as const };
  for (const { id: noteId } of notes)
    await attempt("promoteNote", () => client.promoteNote({ params: { noteId }, body: { key } }));
  const answers = [{ key: "project.summary.audience_size", text: "120 people" }];
  await attempt("answerKeys", () => client.answerKeys({ ...of, body: { turnKey: "again", answers } }));
  for (const { id: factId } of facts) {
    await attempt("rejectFact", () => client.rejectFact({ params: { factId }, body: {} }));
    await attempt("acceptFact", () => client.acceptFact({ params: { factId }, body: {} }));
    await attempt("chooseFact", () => client.chooseFact({ params: { factId }, body: {} }));
    await attempt("editFact", () => client.editFact({ params: { factId }, body: { value: 7 } }));
  }
  await attempt("acceptAllFacts", () => client.acceptAllFacts(of));
  for (let back = 0; back < 12; back++) await attempt("undoFacts", () => client.undoFacts({ ...of, body: {} }));
}

async function useItems(client: Client, projectId: ProjectId, attempt: Attempt): Promise<void> {
  const of = { params: { projectId } };
  const history = (await attempt("itemHistory", () => client.itemHistory({ ...of, query: {} })))?.items ?? [];
  const listed = [];
  for (const status of ["live", "archived", "merged"] as const)
    listed.push(...((await attempt("listItems", () => client.listItems({ ...of, query: { status } })))?.items ?? []));
  const text = listed.map(({ id, name }) => `@item(${id}:${name.slice(0, 20)}) and ${name}`).join("\n");
  await attempt("readMentions", () => client.readMentions({ ...of, body: { text: text.slice(0, 100_000) } }));
  for (const { seq } of history) await attempt("undoItems", () => client.undoItems({ ...of, body: { action: seq } }));
  for (const { id: itemId, name, fields } of listed) {
    const params = { itemId };
    await attempt("getItem", () => client.getItem({ params }));
    await attempt("findItem", () => client.findItem({ params: { projectId, name } }));
    for (const { key } of fields) await attempt("whyField", () => client.whyField({ params: { itemId, key } }));
    const lines = (await attempt("listLines", () => client.listLines({ params })))?.items ?? [];
    for (const { id: lineId } of lines) {
      await attempt("changeLine", () => client.changeLine({ params: { lineId }, body: { name: "Wood" } }));
      await attempt("removeLine", () => client.removeLine({ params: { lineId } }));
    }
    await attempt("addLine", () => client.addLine({ params, body: { name: "Screws" } }));
    const key = "item.summary.quantity";
    await attempt("overrideField", () => client.overrideField({ params, body: { key, value: 3 } }));
    await attempt("clearOverride", () => client.clearOverride({ params, body: { key } }));
    await attempt("renameItem", () => client.renameItem({ params, body: { name: `Renamed ${itemId}` } }));
    await attempt("archiveItem", () => client.archiveItem({ params, body: {} }));
    await attempt("restoreItem", () => client.restoreItem({ params, body: {} }));
  }
  const [first, second] = listed;
  if (first && second)
    await attempt("mergeItem", () => client.mergeItem({ params: { itemId: first.id }, body: { into: second.id } }));
  for (let back = 0; back < 20; back++) await attempt("undoItems", () => client.undoItems({ ...of, body: {} }));
}
