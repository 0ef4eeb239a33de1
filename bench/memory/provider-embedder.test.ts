import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startEmbeddingProvider } from "../../server/test/support/index.ts";
import { measure } from "./measure.ts";
import { openEmbedded } from "./open-memory.ts";
import { providerEmbedder } from "./provider-embedder.ts";
import type { DataSet } from "./read-data.ts";
import { rememberContents } from "./remember-contents.ts";

const texts = ["The visitors came by train.", "Soup is served at nine.", "The lamps are borrowed."];
const data: DataSet = {
  name: "small",
  groups: [
    {
      name: "talk",
      isConversation: true,
      texts: texts.map((text, n) => ({ type: "text", id: `t${n}`, group: "talk", text })),
    },
  ],
  // The question and its answer have no word in common. Only vectors find the answer, because the provider treats two
  // of their words as synonyms.
  questions: [{ type: "question", id: "q", group: "talk", text: "Guests?", answers: ["t0"] }],
};

it("measures a configured provider's vectors, and embeds each indexed text once", { timeout: 120_000 }, async () => {
  await using provider = await startEmbeddingProvider();
  using folder = mkdtempDisposableSync(join(tmpdir(), "dialectic-bench-"));
  const listed = [{ name: "stub", baseUrl: `${provider.url}/v1`, free: true }];
  writeFileSync(join(folder.path, "providers.json"), JSON.stringify(listed));
  const settings = { env: {}, dataDir: folder.path };
  const embedder = rememberContents(providerEmbedder("stub/vectors", settings, data));
  for (const _ of [1, 2]) {
    await using memory = await openEmbedded(embedder);
    const rows = await measure(memory, data, () => undefined);
    const recall = Object.fromEntries(rows.map(({ method, recall5 }) => [method, recall5]));
    expect(recall).toMatchObject({ window: 0, vectors: 1, fusion: 1 });
    expect(new Set(rows.map(({ embedding }) => embedding))).toEqual(new Set(["stub/vectors"]));
  }
  for (const text of texts) expect(provider.state.texts.filter((one) => one.includes(text))).toHaveLength(1);
  expect(() => providerEmbedder("nobody/vectors", settings, data)).toThrow(/no embedding model/);
});
