import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  ApiError,
  type CardId,
  type Client,
  JobId,
  NotificationId,
  Project,
  type RouteName,
  routes,
  type Session,
} from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureLocalUser } from "#access";
import { verifyExport } from "#exports";
import { newId } from "#platform";
import { addUser, engines, type PaidProvider, startPaidProvider, type TestApp, testApp, wholeAnswer } from "#test";
import { openHttp, type TestHttp } from "../http.fixture.ts";

type Inputs = { [Name in RouteName]: NonNullable<Parameters<Client[Name]>[0]> };
const names = Object.keys(routes) as RouteName[];
const isRead = (name: RouteName) => routes[name].method === "get";

/**
 * The routes that answer a stranger: with public data, with an empty list, or with the stranger's own data. Every other
 * route must answer a stranger with not_found.
 */
const exceptions: { [Name in RouteName]?: "public" | "empty" | "own" } = {
  // Every user sees the shipped models. The tests of models check that a stranger does not see an owner's own models.
  listModels: "own",
  getModel: "public",
  addModel: "own",
  listEmbeddingModels: "own",
  addEmbeddingModel: "own",
  testModel: "own",
  getConfiguration: "public",
  listProviderKeys: "empty",
  setProviderKey: "own",
  // The tests of templates check that another user does not see an owner's own templates.
  listProcesses: "public",
  listDomains: "public",
  addTemplates: "own",
  listProjects: "empty",
  listAllSessions: "empty",
  listJobs: "empty",
  findByName: "empty",
  listInbox: "own",
  listNotifications: "empty",
  searchMemory: "empty",
  listConversations: "empty",
  searchConversations: "empty",
  // Groups the messages of the acting user only.
  migrateExchanges: "own",
  listChatTools: "public",
  createProject: "own",
  fitContext: "public",
  getWallet: "own",
  topUpWallet: "own",
  getStatement: "own",
  listStatementLines: "own",
  listPaymentWaits: "empty",
  auditWallet: "own",
  listCatalogue: "empty",
  createCatalogueItem: "own",
  listPrices: "empty",
  importPrices: "own",
};
/** The expected responses about the stranger's own data, if they are known in advance. */
const nothing = { calls: 0, paid: "0", lost: "0", estimated: "0", refunded: "0", overrun: "0" };
const own: { [Name in RouteName]?: object } = {
  getWallet: { balance: "0", held: "0", free: "0" },
  topUpWallet: { wallet: { balance: "7", held: "0", free: "7" }, resumed: [] },
  getStatement: { groups: [], total: nothing, next: null },
  listStatementLines: { items: [], next: null },
  auditWallet: { ok: true, discrepancies: [] },
  listInbox: { items: [], counts: {}, total: 0, next: null },
  // The imported row names an item that only the owner's catalogue has.
  importPrices: {
    rows: 1,
    recorded: 0,
    known: 0,
    created: [],
    errors: [{ line: 2, reason: "unknown-item", column: "item", value: "Interlocking floor tile", candidates: [] }],
  },
};

const call = (http: TestHttp, name: RouteName, input: object): Promise<unknown> =>
  (http.client[name] as (input: object) => Promise<unknown>)(input);

/** Input for every route that asks for the owner's data. If the input for a route is missing, this does not compile. */
async function askFor(owner: TestHttp, t: TestApp, session: Session, cardId: CardId): Promise<Inputs> {
  const { id: sessionId, projectId, currentStage: stage } = session;
  const [document] = (await owner.client.listDocuments({ params: { sessionId }, query: {} })).items;
  const [job] = (await owner.client.listJobs({ query: {} })).items;
  const [notification] = (await owner.client.listNotifications({ query: {} })).items;
  const [file] = (await owner.client.listProjectFiles({ params: { projectId } })).items;
  if (!document || !job || !notification || !file)
    throw new Error("The stage left no document, job, notification or file.");
  const model = { id: "ollama/of-mine", contextWindow: 8000, maxOutputTokens: 1000, free: true };
  await owner.client.addModel({ body: model });
  const keyOf = { provider: "openai" };
  await owner.client.setProviderKey({ body: { ...keyOf, key: "a-key-of-the-owner" } });
  const inStage = { params: { sessionId, stage } };
  await owner.client.giveFeedback({ ...inStage, body: { text: "Wider at the gate." } });
  const { exchange, actionId } = await askSomething(owner, t, session);
  const ofConversation = { params: { conversationId: exchange.conversationId } };
  const ofExchange = { params: { exchangeId: exchange.id } };
  const ofCard = { params: { cardId } };
  const ofJob = { params: { jobId: job.id } };
  const ofSession = { query: { session: sessionId } };
  const ofProject = { params: { projectId } };
  const answers = [{ key: "project.summary.audience_size", text: "300 guests in a calm mood" }];
  const turn = { turnKey: "first", answers };
  const { facts, bundleId } = await owner.client.answerKeys({ ...ofProject, body: turn });
  const unmapped = { key: "project.summary.mood", value: "calm", quote: "calm mood" };
  await owner.client.postOperations({ params: { bundleId }, body: { operations: [unmapped] } });
  const [note] = (await owner.client.listFactNotes({ ...ofProject, query: {} })).items;
  const [fact] = facts;
  if (!fact || !note) throw new Error("The answer left no fact or no note.");
  const ofFact = { params: { factId: fact.id } };
  await owner.client.changeLedgerSettings({ ...ofProject, body: { extractor: "rehearsal/atlas", documents: false } });
  await owner.client.enrichBlocks(ofProject);
  await owner.client.changeLedgerSettings({ ...ofProject, body: { extractor: "auto" } });
  const record = await owner.client.addRecord({
    ...ofProject,
    body: { kind: "note", block: "project.budget", text: "VAT is open." },
  });
  const ofBundle = { params: { bundleId } };
  const { item } = await owner.client.createItem({ ...ofProject, body: { name: "Backdrop" } });
  const { item: other } = await owner.client.createItem({ ...ofProject, body: { name: "Floor" } });
  const ofItem = { params: { itemId: item.id } };
  const quantity = "item.summary.quantity";
  await owner.client.overrideField({ ...ofItem, body: { key: quantity, value: 6 } });
  const { line } = await owner.client.addLine({ ...ofItem, body: { name: "Clip tiles" } });
  const ofLine = { params: { lineId: line.id } };
  const entry = await owner.client.createCatalogueItem({ body: { name: "Interlocking floor tile" } });
  const ofEntry = { params: { catalogueId: entry.id } };
  const price = { vendor: "Hagor Hire", price: 33, currency: "ILS", unit: "m²", observedOn: "2026-11-01" };
  await owner.client.addPrice({ ...ofEntry, body: price });
  await owner.client.linkItem({ ...ofItem, body: { catalogueId: entry.id } });
  return {
    listItems: { ...ofProject, query: {} },
    createItem: { ...ofProject, body: { name: "Lighting" } },
    getItem: ofItem,
    findItem: { params: { projectId, name: "Backdrop" } },
    renameItem: { ...ofItem, body: { name: "Stolen" } },
    archiveItem: { ...ofItem, body: {} },
    restoreItem: { ...ofItem, body: {} },
    mergeItem: { ...ofItem, body: { into: other.id } },
    overrideField: { ...ofItem, body: { key: quantity, value: 7 } },
    clearOverride: { ...ofItem, body: { key: quantity } },
    whyField: { params: { itemId: item.id, key: quantity } },
    itemHistory: { ...ofProject, query: {} },
    undoItems: { ...ofProject, body: {} },
    readMentions: { ...ofProject, body: { text: "The backdrop." } },
    listLines: ofItem,
    addLine: { ...ofItem, body: { name: "Edge ramp" } },
    changeLine: { ...ofLine, body: { name: "Edge ramp" } },
    removeLine: ofLine,
    listCatalogue: { query: {} },
    createCatalogueItem: { body: { name: "Velvet curtain" } },
    findCatalogueItem: { params: { name: "Interlocking floor tile" } },
    changeCatalogueItem: { ...ofEntry, body: { name: "Stolen" } },
    mergeCatalogueItem: { ...ofEntry, body: { into: entry.id } },
    suggestForLine: ofLine,
    linkLine: { ...ofLine, body: { catalogueId: entry.id } },
    unlinkLine: { ...ofLine, body: {} },
    suggestForItem: ofItem,
    listItemLinks: ofItem,
    linkItem: { ...ofItem, body: { catalogueId: entry.id } },
    unlinkItem: { ...ofItem, body: { catalogueId: entry.id } },
    listPrices: {},
    getPrices: ofEntry,
    addPrice: { ...ofEntry, body: { ...price, price: 1 } },
    importPrices: {
      body: { csv: "item,vendor,price,currency,date\nInterlocking floor tile,Hagor,1,ILS,2026-11-02\n" },
    },
    priceMemory: ofLine,
    listFacts: { ...ofProject, query: {} },
    findFact: { params: { projectId, name: "F1" } },
    factsAsOf: { ...ofProject, query: { at: "2030-01-01T00:00:00Z" } },
    factHistory: { ...ofProject, query: {} },
    countFacts: ofProject,
    whyFact: ofFact,
    acceptFact: { ...ofFact, body: {} },
    rejectFact: { ...ofFact, body: {} },
    chooseFact: { ...ofFact, body: {} },
    editFact: { ...ofFact, body: { value: 7 } },
    acceptAllFacts: ofProject,
    undoFacts: { ...ofProject, body: {} },
    listKeyQuestions: ofProject,
    answerKeys: { ...ofProject, body: { ...turn, turnKey: "second" } },
    listFactNotes: { ...ofProject, query: {} },
    readBrief: ofProject,
    listFactKeys: ofProject,
    addFactKey: { ...ofProject, body: { key: "project.summary.mood", label: "Mood", type: "string" } },
    promoteNote: {
      params: { noteId: note.id },
      body: { key: { key: "project.summary.mood", label: "Mood", type: "string" } },
    },
    listBundles: { ...ofProject, query: {} },
    getBundle: ofBundle,
    parseBundle: { ...ofBundle, body: {} },
    postOperations: { ...ofBundle, body: { operations: [] } },
    getLedgerSettings: ofProject,
    changeLedgerSettings: { ...ofProject, body: { extractor: null } },
    getBlocks: ofProject,
    addRecord: { ...ofProject, body: { kind: "note", block: "project.budget", text: "Stolen" } },
    changeRecord: { params: { recordId: record.id }, body: { act: "remove" } },
    enrichBlocks: ofProject,
    listEnrichments: ofProject,
    listModels: {},
    getModel: { query: { id: "rehearsal/atlas" } },
    addModel: { body: { ...model, id: "ollama/of-anybody" } },
    getConfiguration: {},
    listEmbeddingModels: {},
    addEmbeddingModel: { body: { id: "ollama/vectors-of-anybody", contextWindow: 512, dimensions: 8, free: true } },
    removeModel: { body: { id: model.id } },
    testModel: { body: { id: "rehearsal/atlas" } },
    listProviderKeys: {},
    setProviderKey: { body: { provider: "google", key: "a-key-of-somebody" } },
    removeProviderKey: { body: keyOf },
    listProcesses: {},
    listDomains: {},
    addTemplates: {
      body: {
        files: [
          {
            path: "domains/gardens.yaml",
            text: "{ key: gardens, name: Gardens, about: Hedges., processes: [brief], default: brief }",
          },
        ],
      },
    },
    listProjects: { query: {} },
    createProject: { body: { brief: "Another hedge." } },
    getProject: { params: { projectId } },
    deleteProject: { params: { projectId } },
    listProjectFiles: { params: { projectId } },
    readProjectFile: { params: { projectId }, query: { path: file.path } },
    createQuote: { body: { projectId, models: ["rehearsal/atlas"] } },
    createSession: { params: { projectId }, body: { models: ["rehearsal/atlas"] } },
    listSessions: { params: { projectId } },
    listAllSessions: { query: {} },
    getSession: { params: { sessionId } },
    generateStage: inStage,
    continueWithout: { ...inStage, body: {} },
    submitStage: inStage,
    pauseStage: inStage,
    resumeStage: inStage,
    cancelStage: inStage,
    retryStage: inStage,
    listDocuments: { params: { sessionId }, query: {} },
    getDocument: { params: { documentId: document.id } },
    getPlan: { params: { sessionId }, query: {} },
    fitContext: { body: { ingredients: { currentUserPrompt: "Say it." } } },
    listReceipts: { params: { documentId: document.id } },
    getDocumentChecks: { params: { documentId: document.id } },
    getLinkedDocument: { params: { documentId: document.id } },
    getClaims: { params: { sessionId } },
    chooseVerdict: { params: { sessionId, number: 1 }, body: { verdict: "kept" } },
    getScores: { params: { sessionId } },
    getQuestions: { params: { sessionId } },
    answerQuestion: { params: { sessionId, number: 1 }, body: { answer: "Yes." } },
    listLabels: inStage,
    giveFeedback: { ...inStage, body: { text: "Not so wide.", documentId: document.id } },
    listFeedback: { params: { sessionId }, query: {} },
    readSeedPrompt: inStage,
    editDocument: { params: { documentId: document.id }, body: { markdown: "# Mine\n", baseVersion: 1 } },
    readDocumentVersion: { params: { documentId: document.id, version: 1 } },
    acceptFinding: { params: { documentId: document.id, findingId: crypto.randomUUID() } },
    quoteRegeneration: { params: { documentId: document.id } },
    quoteStale: { params: { sessionId } },
    regenerateDocument: { params: { documentId: document.id } },
    regenerateStale: { params: { sessionId } },
    getBoard: { params: { projectId } },
    moveCard: { ...ofCard, body: { column: "current" } },
    tickItem: { ...ofCard, body: { item: 1 } },
    decideCard: { ...ofCard, body: { keep: true } },
    syncBoard: { params: { projectId }, body: { files: [] } },
    quoteIteration: { params: { sessionId } },
    startIteration: { params: { sessionId } },
    archiveSession: { params: { sessionId } },
    changeOutputCap: { params: { sessionId }, body: { maxOutputTokens: 2_000 } },
    restoreSession: { params: { sessionId } },
    indexMemory: { params: { projectId }, body: { source: "file:notes.md", text: "The hedge is of hornbeam." } },
    indexProject: { params: { projectId } },
    forgetMemory: { params: { projectId }, body: { source: "file:notes.md" } },
    setMemoryLanguage: { params: { projectId }, body: { language: "german" } },
    searchMemory: { body: { questions: ["hedge"], project: projectId } },
    createConversation: { body: { projectId, model: "rehearsal/atlas" } },
    importConversations: { body: { projectId, model: "rehearsal/atlas", conversations: [{}] } },
    importMessages: { body: { projectId, model: "rehearsal/atlas", messages: [{}] } },
    migrateExchanges: { body: {} },
    listConversations: { query: {} },
    getConversation: ofConversation,
    listExchanges: { ...ofConversation, query: {} },
    startExchange: { ...ofConversation, body: { text: "And what else?" } },
    getExchange: ofExchange,
    listMessages: { ...ofExchange, query: {} },
    abortExchange: ofExchange,
    retryExchange: { ...ofExchange, body: {} },
    forkConversation: { ...ofConversation, body: {} },
    searchConversations: { query: { q: "grows" } },
    listChatTools: {},
    confirmAction: { params: { actionId } },
    declineAction: { params: { actionId } },
    listJobs: { query: { session: sessionId } },
    getJob: ofJob,
    retryJob: ofJob,
    pauseJob: ofJob,
    resumeJob: ofJob,
    cancelJob: ofJob,
    findByName: { query: { noun: "document", name: document.id } },
    listInbox: { query: {} },
    listNotifications: { query: {} },
    readNotification: { params: { notificationId: notification.id } },
    getWallet: {},
    topUpWallet: { body: { amount: "7", key: "first" } },
    getStatement: ofSession,
    listStatementLines: ofSession,
    listPaymentWaits: { query: {} },
    auditWallet: {},
    approveJob: { ...ofJob, body: { amount: "500" } },
    getBudget: { params: { sessionId } },
    changeBudget: { params: { sessionId }, body: { cap: "9000" } },
  };
}

/** Creates a finished exchange of the owner and an action that it proposed. */
async function askSomething({ client }: TestHttp, t: TestApp, { projectId }: Session) {
  const { id: conversationId } = await client.createConversation({ body: { projectId, model: "rehearsal/atlas" } });
  const asked = await client.startExchange({ params: { conversationId }, body: { text: "What grows there?" } });
  const ofExchange = { params: { exchangeId: asked.id } };
  const isOver = async () => (await client.getExchange(ofExchange)).status !== "in_progress";
  await vi.waitUntil(isOver, { timeout: 20_000 });
  const actionId = newId();
  await t.ctx.db.tx((db) =>
    sql`
      insert into exchange_actions (id, owner_id, exchange_id, tool, input, summary)
      values (${actionId}, acting_user(), ${asked.id}, 'start_stage', '{}', 'Start it.')`.execute(db),
  );
  return { exchange: await client.getExchange(ofExchange), actionId };
}

describe.each(engines)("the API on %s", (engine) => {
  let t: TestApp;
  let provider: PaidProvider;
  let owner: TestHttp;
  let stranger: TestHttp;
  let session: Session;
  let inputs: Inputs;
  /** The owner's data that no stranger may change: read before the first attempt, and again after every attempt. */
  let before: unknown;
  const ownersThings = async () => ({
    session: await owner.client.getSession(inputs.getSession),
    wallet: await owner.client.getWallet(),
    board: (await owner.client.getBoard(inputs.getBoard)).cards,
    catalogue: (await owner.client.listCatalogue({ query: {} })).items,
    prices: (await owner.client.listPrices()).items,
  });

  beforeAll(async () => {
    t = await testApp(engine, { env: { DIALECTIC_APPROVAL_SHARE: "100" } });
    provider = await startPaidProvider((asked) => ({ pieces: wholeAnswer(asked) }));
    provider.listIn(t.dataDir);
    owner = openHttp(t);
    stranger = openHttp(t, await addUser(t.database, "a stranger"));
    await owner.client.topUpWallet({ body: { amount: "1500", key: "first" } });
    const worker = await t.startWorker({ sweeps: false });
    const started = await t.session({
      brief: "Plant a hedge along the road.",
      models: [provider.model],
      start: true,
      budget: "5000",
    });
    session = await t.reach(started.id, "awaiting_feedback");
    // A second session finds too little money left, and waits.
    await t.session({ brief: "Plant another hedge.", models: [provider.model], start: true });
    await vi.waitUntil(async () => (await owner.client.listPaymentWaits()).items.length > 0, { timeout: 20_000 });
    await worker.stop();
    const cardId = newId<CardId>();
    const text = "- [ ] dig";
    await t.ctx.db.tx((db) =>
      sql`
        insert into board_cards (id, owner_id, project_id, session_id, iteration, number, milestone, title, body, items,
          source_id, path, file)
        select ${cardId}, c.owner_id, c.project_id, c.session_id, 1, 1, 'M1', 'M1 Hedge', ${text},
          ${JSON.stringify([{ node: "", text: "dig", done: false }])}::jsonb, c.id, 'Pending/01_m1-hedge.md', ${text}
        from contributions c where c.session_id = ${session.id} limit 1`.execute(db),
    );
    await t.database.asOwner((db) =>
      sql`insert into prompt_receipts (id, owner_id, project_id, session_id, contribution_id, model, context_window,
          input_limit, tokens_before, tokens_after, parts)
        select gen_random_uuid(), c.owner_id, c.project_id, c.session_id, c.id, c.model, 9, 8, 10, 7, '[]'
        from contributions c where c.session_id = ${session.id}`.execute(db),
    );
    inputs = await askFor(owner, t, session, cardId);
  });
  afterAll(async () => {
    owner.close();
    stranger.close();
    await t[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  it.each(names.filter(isRead))("returns the owner's data to the owner: %s", async (name) => {
    const answer = await call(owner, name, inputs[name]);
    if (name.startsWith("list")) expect(answer).toMatchObject({ items: { 0: expect.anything() } });
  });

  it.each(names)("returns none of the owner's data to another user: %s", async (name) => {
    before ??= await ownersThings();
    const outcome = await call(stranger, name, inputs[name]).catch((error: unknown) => error);
    switch (exceptions[name]) {
      case "public":
        expect(outcome).toEqual(await call(owner, name, inputs[name]));
        break;
      case "empty":
        expect(outcome).toMatchObject({ items: [] });
        expect({ next: null, ...(outcome as object) }).toHaveProperty("next", null);
        break;
      case "own":
        expect(outcome).not.toBeInstanceOf(Error);
        if (own[name]) expect(outcome).toEqual(own[name]);
        break;
      default:
        expect(outcome).toBeInstanceOf(ApiError);
        expect(outcome).toMatchObject({ problem: { code: "not_found", status: 404 } });
    }
    expect(await ownersThings()).toEqual(before);
  });

  it("does not let another user export a project; a user who is given the export file can import it as a new project", async () => {
    const path = `/api/projects/${session.projectId}/export`;
    for (const asked of [path, `${path}?kept=true`]) {
      const refused = await stranger.send(asked);
      expect([refused.status, await refused.json()]).toMatchObject([404, { code: "not_found" }]);
    }
    const answer = await owner.send(path);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="plant-a-hedge-along-the-road.zip"',
    });
    const zip = await answer.bytes();
    const file = join(t.dataDir, "received.zip");
    writeFileSync(file, zip);
    const { total } = await owner.client.getStatement({ query: { project: session.projectId } });
    expect((await verifyExport(file)).manifest.ledger.total).toEqual(total);
    expect(Number(total.paid)).toBeGreaterThan(0);
    const kept = await owner.send(`${path}?kept=true`);
    expect(await kept.bytes()).toEqual(zip);

    const headers = { "content-type": "application/zip", "idempotency-key": "once" };
    const sendIn = (body: BodyInit, more: object = {}) =>
      stranger.send("/api/imports", { method: "POST", headers: { ...headers, ...more }, body });
    const imported = Project.parse(await (await sendIn(zip)).json());
    const repeated = await sendIn(zip);
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
    expect(await repeated.json()).toEqual(imported);
    const { items } = await stranger.client.listProjects({ query: {} });
    expect(imported.brief).toBe("Plant a hedge along the road.");
    expect(items.filter((one) => one.id === imported.id)).toHaveLength(1);
    await expect(owner.client.getProject({ params: { projectId: imported.id } })).rejects.toThrow();
    const money = await stranger.client.getStatement({ query: { project: imported.id } });
    expect(money.groups).toEqual([]);
    expect(await (await sendIn(zip, { "content-type": "text/plain" })).json()).toMatchObject({ code: "invalid_input" });
    expect(await (await sendIn("no zip")).json()).toMatchObject({ code: "damaged_export" });
  });

  it("gives a backup of the installation only to the owner of the installation", async () => {
    const detail = expect.stringContaining("Only the owner of this installation");
    const refused = await stranger.send("/api/backup");
    expect([refused.status, await refused.json()]).toMatchObject([404, { code: "not_found", detail }]);
    expect((await stranger.sendBare("/api/backup")).status).toBe(401);
    const local = openHttp(t, await ensureLocalUser(t.database));
    const answer = await local.send("/api/backup");
    expect(answer.status).not.toBe(404);
    await answer.body?.cancel();
    local.close();
  });

  it("answers an unknown id with not_found, even if the owner asks", async () => {
    const jobId = JobId.parse("01a1e105-0c5c-7e63-a5ad-42d3eb928681");
    const notificationId = NotificationId.parse(jobId);
    await expect(owner.client.getJob({ params: { jobId } })).rejects.toMatchObject({ problem: { code: "not_found" } });
    await expect(owner.client.readNotification({ params: { notificationId } })).rejects.toMatchObject({
      problem: { code: "not_found" },
    });
  });
});
