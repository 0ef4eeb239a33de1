import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startChatProvider } from "#test";
import { browserProgram, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";
import { firstStageDone, startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);

/** One project and one model; each test continues in the conversation that the one before left. */
describe("chat in the web app", () => {
  let app: WebApp;
  let provider: Awaited<ReturnType<typeof startChatProvider>>;
  let page: Page;
  let projectId: string;
  let sessionId: string;
  /** How the next question is answered. */
  let pieces = ["The dock ", "is closed."];
  let pauseMs = 0;

  beforeAll(async () => {
    if (!browserProgram) return;
    provider = await startChatProvider("lab", () => ({ pieces, pauseMs }));
    app = await startWebApp(browserProgram, (data) => {
      const model = { contextWindow: 100_000, maxOutputTokens: 2_000, free: true };
      provider.listIn(data, [{ id: "lab/one", ...model }]);
    });
    ({ page } = app);
    ({ projectId, id: sessionId } = await firstStageDone(app.client));
  }, 180_000);

  afterAll(async () => {
    await app?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  const panel = (of: Page = page) => of.getByRole("complementary", { name: "Chat" });
  const question = (number: number, of: Page = page) => panel(of).getByRole("article", { name: `Question ${number}` });
  const message = () => panel().getByRole("textbox", { name: "Message" });
  const chooseModel = async (model: string) => {
    await panel()
      .getByRole("button", { name: /^(lab|rehearsal)\// })
      .click();
    await panel().getByRole("radio", { name: model }).check();
    await page.keyboard.press("Escape");
  };
  const exchanges = async () => {
    const [conversation] = (await app.client.listConversations({ query: { project: projectId } })).items;
    if (!conversation) return [];
    return (await app.client.listExchanges({ params: { conversationId: conversation.id }, query: {} })).items;
  };

  inBrowser("answers a question next to the documents, and a second tab shows the same conversation", async () => {
    await openWhole(page, app.at(`/sessions/${sessionId}`));
    await page.getByRole("button", { name: "Chat" }).click();
    await chooseModel("lab/one");
    await message().fill("Is there a dock?");
    await page.keyboard.press("Enter");
    await question(1).getByText("The dock is closed.").waitFor();
    expect(await question(1).getByText("free").count()).toBe(1);
    const [exchange] = await exchanges();
    expect(exchange).toMatchObject({ status: "completed", userText: "Is there a dock?", model: "lab/one" });

    const tab = await app.openTab(`/projects/${projectId}`);
    await question(1, tab).getByText("The dock is closed.").waitFor();
    await tab.close();
  });

  inBrowser("writes an answer live, and continues to show it after a reload in the middle", async () => {
    pieces = Array.from({ length: 60 }, (_, index) => `word${index} `);
    pauseMs = 100;
    await message().fill("Count for me.");
    await page.keyboard.press("Enter");
    await question(2).getByText("word1 ").waitFor();
    expect((await exchanges())[0]?.status).toBe("in_progress");
    await page.reload();
    await question(2).getByRole("button", { name: "Stop" }).waitFor();
    await question(2).getByText("word0 word1 ").waitFor();
    await question(2).getByText("word59").waitFor();
    await question(2).getByRole("button", { name: "Ask question 2 again" }).waitFor();
    expect((await exchanges())[0]).toMatchObject({ number: 2, status: "completed", answer: pieces.join("") });
  });

  inBrowser("stops an answer, keeps the question in its place, and asks it again", async () => {
    await message().fill("Count again.");
    await page.keyboard.press("Enter");
    await question(3).getByText("word1 ").waitFor();
    await question(3).getByRole("button", { name: "Stop" }).click();
    await question(3).getByText("Stopped before the answer was complete.").waitFor();
    expect((await exchanges())[0]).toMatchObject({ number: 3, status: "aborted", userText: "Count again." });
    pieces = ["One, two."];
    pauseMs = 0;
    await question(3).getByRole("button", { name: "Ask question 3 again" }).click();
    await question(4).getByText("One, two.").waitFor();
    expect((await exchanges())[0]).toMatchObject({
      number: 4,
      status: "completed",
      retryOf: (await exchanges())[1]?.id,
    });
  });

  inBrowser("keeps a message that is typed through a reload, and starts one exchange for two presses", async () => {
    await message().fill("What about the lift?");
    await page.reload();
    expect(await message().inputValue()).toBe("What about the lift?");
    await message().focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await question(5).getByText("One, two.").waitFor();
    expect(await message().inputValue()).toBe("");
    expect((await exchanges()).filter(({ userText }) => userText === "What about the lift?")).toHaveLength(1);
  });

  inBrowser("keeps the message when the server is away, and sends it once the server is back", async () => {
    await app.kill();
    await message().fill("Are you there?");
    await page.keyboard.press("Enter");
    await panel().getByRole("alert").first().waitFor();
    expect(await message().inputValue()).toBe("Are you there?");
    await app.restart();
    await page.getByText("Live", { exact: true }).waitFor();
    await message().focus();
    await page.keyboard.press("Enter");
    await question(6).getByText("One, two.").waitFor();
  });

  inBrowser("copies the conversation up to a question into a new one", async () => {
    await question(2).getByRole("button", { name: "Copy the conversation up to question 2 into a new one" }).click();
    await question(3).waitFor({ state: "detached" });
    await question(2).waitFor();
    const { items } = await app.client.listConversations({ query: { project: projectId } });
    expect(items.map(({ exchanges }) => exchanges).sort()).toEqual([2, 6]);
  });

  inBrowser("carries out what a model proposes only after a confirmation", async () => {
    await panel().getByRole("button", { name: "New conversation" }).click();
    await chooseModel("rehearsal/atlas");
    await message().fill("Change the budget to 150,000 USD");
    await page.keyboard.press("Enter");
    const proposal = question(1).getByRole("region", { name: "Proposal" });
    await proposal.waitFor();
    const facts = async () => (await app.client.listFacts({ params: { projectId }, query: {} })).items;
    expect(await facts()).toEqual([]);
    await proposal.getByRole("button", { name: "Confirm" }).click();
    await question(1).getByText("Done.").waitFor();
    expect((await facts()).map(({ statement }) => statement)).toEqual([expect.stringContaining("150,000")]);
  });

  inBrowser("is accessible, in light and dark, and fits a phone", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFaults(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await sidewaysExcess(page)).toBeLessThanOrEqual(0);
    await panel().getByRole("button", { name: "Close the chat" }).click();
    await panel().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Chat" }).waitFor();
  });
});
