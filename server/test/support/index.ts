/**
 * What tests are built on: real databases of both engines, a separate user for each test, and the product without its entry
 * points.
 *
 * `engines` lists what this machine offers: PGlite always, PostgreSQL when DIALECTIC_TEST_DATABASE_URL names a server
 * (`npm test` starts one). Tests of stores and operations run on every engine: `describe.each(engines)`.
 */
export { addUser } from "./add-user.ts";
export { bodyOf } from "./artifact-bodies.ts";
export { startDatabaseProxy } from "./database-proxy.ts";
export { documentsOf } from "./documents-of.ts";
export { type FilledInbox, fillInbox } from "./fill-inbox.ts";
export { findSlowClasses, hostileTexts } from "./hostile-text.ts";
export { keepCompiled } from "./keep-compiled.ts";
export { longTemplates } from "./long-templates.ts";
export { type OpenCli, openCli } from "./open-cli.ts";
export { openPaths, openUmask } from "./open-umask.ts";
export {
  rehearsedSettings,
  type Shape,
  shapes,
  temperamentBehind,
  temperamentOf,
  writeAnswer,
} from "./rehearsed-settings.ts";
export { rowsRead } from "./rows-read.ts";
export { shippedArtifacts } from "./shipped-artifacts.ts";
export { type Answer, startChatProvider } from "./start-chat-provider.ts";
export { runCli, said, startCli } from "./start-cli.ts";
export { echoModels, startEchoProvider } from "./start-echo-provider.ts";
export { type EmbeddingProvider, startEmbeddingProvider, vectorOf } from "./start-embedding-provider.ts";
export { type PaidProvider, startPaidProvider, wholeAnswer, wholeThesis } from "./start-paid-provider.ts";
export {
  type Disturbance,
  type PricedAnswer,
  type PricedProvider,
  type PricedRequest,
  rehearse,
  startPricedProvider,
} from "./start-priced-provider.ts";
export { startScriptedModel } from "./start-scripted-model.ts";
export { type RunningServer, startServer } from "./start-server.ts";
export { openTerminal } from "./terminal.ts";
export { type TestApp, testApp } from "./test-app.ts";
export { type EngineName, engines, type TestDatabase, testDatabase } from "./test-database.ts";
export { testProgram } from "./test-programs.ts";
export { writeRequestedWords } from "./write-requested-words.ts";
