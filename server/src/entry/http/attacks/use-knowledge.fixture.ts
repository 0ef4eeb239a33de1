import type { Client, ProjectId } from "@dialectic/contract";

/** Runs a request and records it if it ended with an unexpected error. */
export type Attempt = <T>(did: string, act: () => Promise<T>) => Promise<T | undefined>;

/** Does what a user can do with the facts, turns and items of a project. */
export async function useKnowledge(client: Client, projectId: ProjectId, attempt: Attempt): Promise<void> {
  const of = { params: { projectId } };
  await attempt("getLedgerSettings", () => client.getLedgerSettings(of));
  await attempt("countFacts", () => client.countFacts(of));
  await attempt("factsAsOf", () => client.factsAsOf({ ...of, query: { at: new Date().toISOString() } }));
  await attempt("factHistory", () => client.factHistory({ ...of, query: {} }));
  await useRecords(client, projectId, attempt);
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

/** Uses the records of blocks and the questions of the project. */
async function useRecords(client: Client, projectId: ProjectId, attempt: Attempt): Promise<void> {
  const of = { params: { projectId } };
  const blocks = (await attempt("getBlocks", () => client.getBlocks(of)))?.items ?? [];
  await attempt("listEnrichments", () => client.listEnrichments(of));
  const questions = (await attempt("listKeyQuestions", () => client.listKeyQuestions(of)))?.items ?? [];
  const answers = questions.slice(0, 20).map(({ id }) => ({ question: id.slice(0, 200), text: "Four." }));
  if (answers.length > 0)
    await attempt("answerKeys", () => client.answerKeys({ ...of, body: { turnKey: "set", answers } }));
  for (const { id: recordId } of blocks.flatMap(({ records }) => records)) {
    const params = { recordId };
    for (const act of ["resolve", "reopen", "remove"] as const)
      await attempt("changeRecord", () => client.changeRecord({ params, body: { act } }));
  }
  for (const { block, subject } of blocks.slice(0, 3)) {
    const itemId = subject === "project" ? undefined : subject;
    const body = { kind: "note" as const, block, text: "Seen.", ...(itemId && { itemId }) };
    await attempt("addRecord", () => client.addRecord({ ...of, body }));
  }
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
    await attempt("suggestForItem", () => client.suggestForItem({ params }));
    await attempt("listItemLinks", () => client.listItemLinks({ params }));
    const create = { name: `Entry ${itemId}` };
    await attempt("linkItem", () => client.linkItem({ params, body: { create } }));
    for (const { id: lineId } of lines) {
      const ofLine = { params: { lineId } };
      await attempt("suggestForLine", () => client.suggestForLine(ofLine));
      await attempt("linkLine", () => client.linkLine({ ...ofLine, body: { create: { name: `Entry ${lineId}` } } }));
      await attempt("priceMemory", () => client.priceMemory(ofLine));
      await attempt("unlinkLine", () => client.unlinkLine({ ...ofLine, body: {} }));
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
