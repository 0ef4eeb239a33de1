import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ConversationId, ExchangeId, ProjectId } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createItem } from "#items";
import { newId } from "#platform";
import { createProject } from "#sessions";
import { engines, type TestApp, testApp } from "#test";
import { spellingSource } from "./spelling.source.ts";
import { isLatin, wordsToCheck } from "./words-to-check.ts";

describe("words that a dictionary can judge", () => {
  it.each([
    ["Pleese order the tabels.", ["pleese", "order", "tabels"]],
    ["We meet Wolfgang and Siobhan at ACME.", ["meet"]],
    ["See https://example.org/abuot, src/foo_bar.ts and `lenght` in x2abc.", []],
    ["Ask @item(0197-ab:Bakdrop) abuot it", ["abuot"]],
    ["the iPhone and McKenzie", []],
    ["naïve façade", []],
    ["it's the user's chioce", ["user", "chioce"]],
  ])("are chosen from %j", (text, words) => {
    expect(wordsToCheck(text)).toEqual(words);
  });

  it("are looked for only in texts in Latin script", () => {
    expect(isLatin("Какой budget у проекта?")).toBe(false);
    expect(isLatin("מה התקציב")).toBe(false);
    expect(isLatin("2027?")).toBe(false);
    expect(isLatin("What is the budget?")).toBe(true);
  });
});

it("the speller lets a process exit cleanly while the dictionary is being loaded", { timeout: 60_000 }, async () => {
  const speller = new URL("./create-speller.ts", import.meta.url).href;
  const program = (ms: number) =>
    `import { createSpeller } from ${JSON.stringify(speller)};
     void createSpeller().check({ words: ["recieve"], mostUnknown: 1 });
     setTimeout(() => process.exit(0), ${ms});`;
  for (let ms = 100; ms <= 1_000; ms += 100) {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program(ms)], { stdio: "ignore" });
    expect(await once(child, "exit")).toEqual([0, null]);
  }
});

describe.each(engines)("spelling hints on %s", (engine) => {
  let t: TestApp;
  let projectId: ProjectId;
  const source = spellingSource();
  beforeAll(async () => {
    t = await testApp(engine);
    ({ id: projectId } = await createProject(t.ctx, { brief: "A zarbel for the harbour fair.", process: "brief" }));
    await createItem(t.ctx, { projectId, name: "Flomwall" });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const hints = (text: string) => {
    const about = { conversationId: newId<ConversationId>(), exchangeId: newId<ExchangeId>(), projectId };
    const signal = new AbortController().signal;
    return source.gather({ db: t.ctx.db, signal }, { ...about, text, retryOf: null });
  };

  it("name a misspelled word and suggest corrections", async () => {
    const [lines] = await hints("When do we recieve the tables for the evening and where should they stand?");
    expect(lines).toMatch(/^"recieve" in the query may mean .*receive/);
    const [both] = await hints("What about it? Recieve it tomorow?");
    expect(both).toMatch(/receive[\s\S]*tomorrow/);
  });

  it("leave out terms of the project, names, and words in other languages", async () => {
    expect(await hints("Which colour will the programme have, and who organised the travelling theatre?")).toEqual([]);
    expect(await hints("Where does the zarbel stand beside the flomwall?")).toEqual([]);
    expect(await hints("Ask Wolfgang Grzybek about the LED wall at https://example.org/flomm.")).toEqual([]);
    expect(await hints("Wann bekommen wir endlich die bestellten Tische für den Abend geliefert?")).toEqual([]);
    expect(await hints("Quand recevrons-nous les tables pour la soirée prochaine, merci beaucoup")).toEqual([]);
    expect(await hints("Когда придут столы?")).toEqual([]);
  });
});
