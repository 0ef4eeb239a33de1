import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startChatProvider, startCli } from "#test";
import { browserProgram, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";
import { firstStageDone, startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);

/** One project and one model. Each test continues the conversation from the previous one. */
describe("chat in the web app", () => {
  let app: WebApp;
  let provider: Awaited<ReturnType<typeof startChatProvider>>;
  let page: Page;
  let projectId: string;
  let sessionId: string;
  /** The answer to the next question. */
  let pieces = ["The dock ", "is closed."];
  let pauseMs = 0;

  beforeAll(async () => {
    if (!browserProgram) return;
    provider = await startChatProvider("lab", () => ({ pieces, pauseMs }));
    app = await startWebApp(browserProgram, (data) => {
      const model = { contextWindow: 100_000, maxOutputTokens: 2_000, free: true };
      const prices = { input: 1, cachedInput: 1, cacheWrite: 1, output: 1, reasoning: 1 };
      const { free: _, ...priced } = { ...model, prices };
      provider.listIn(data, [
        { id: "lab/one", ...model },
        { id: "lab/paid", ...priced },
      ]);
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
    const list = await panel().getByRole("group", { name: "Model" }).boundingBox();
    expect(list?.y).toBeGreaterThanOrEqual(0);
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
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
    // The text is shown while it is streaming, the price when the exchange has ended.
    await question(1).getByText("free").first().waitFor();
    expect(await question(1).getByText("free").count()).toBe(1);
    const [exchange] = await exchanges();
    expect(exchange).toMatchObject({ status: "completed", userText: "Is there a dock?", model: "lab/one" });

    const tab = await app.openTab(`/projects/${projectId}`);
    await question(1, tab).getByText("The dock is closed.").waitFor();
    await tab.close();
  });

  inBrowser("shows an answer while it streams, even if the page is reloaded in the middle", async () => {
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

  inBrowser("stops an answer, keeps its question in place, and can ask it again", async () => {
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

  inBrowser(
    "keeps a typed message through a reload, other pages and a second tab, and starts one exchange on a double press",
    async () => {
      await message().fill("What about the lift?");
      await page.reload();
      expect(await message().inputValue()).toBe("What about the lift?");
      const tab = await app.openTab(`/projects/${projectId}`);
      const other = panel(tab).getByRole("textbox", { name: "Message" });
      await expect.poll(() => other.inputValue(), { timeout: 30_000 }).toBe("What about the lift?");
      await tab.close();
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wallet" }).click();
      await page.getByRole("heading", { name: "Wallet", level: 1 }).waitFor();
      await page.goBack();
      await expect.poll(() => message().inputValue(), { timeout: 30_000 }).toBe("What about the lift?");
      await message().focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
      await question(5).getByText("One, two.").waitFor();
      expect(await message().inputValue()).toBe("");
      expect((await exchanges()).filter(({ userText }) => userText === "What about the lift?")).toHaveLength(1);
    },
  );

  inBrowser("keeps the message while the server is down, and sends it once the server is back", async () => {
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

  inBrowser("performs an action that a model proposes only after a confirmation", async () => {
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

  inBrowser("mentions an item with @, and shows it as a chip with its current name", async () => {
    const { item } = await app.client.createItem({ params: { projectId }, body: { name: "Photo wall" } });
    await app.client.createItem({ params: { projectId }, body: { name: "Photo booth" } });
    await panel().getByRole("button", { name: "New conversation" }).click();
    await chooseModel("lab/one");
    pieces = ["It is grey."];
    await message().pressSequentially("Which colour has @pho");
    const offered = panel().getByRole("option");
    expect(await offered.allTextContents()).toEqual(["Photo booth", "Photo wall"]);
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await message().inputValue()).toBe("Which colour has @Photo wall ");
    expect(await offered.count()).toBe(0);
    await page.keyboard.press("Backspace");
    await page.keyboard.type("?");
    await page.keyboard.press("Enter");
    await question(1).getByText("It is grey.").waitFor();
    const text = `Which colour has @item(${item.id}:Photo wall)?`;
    const newest = async () => (await exchanges())[0]?.userText;
    expect(await newest()).toBe(text);
    expect(await question(1).getByText("@Photo wall").count()).toBe(1);
    await app.client.renameItem({ params: { itemId: item.id }, body: { name: "Picture wall" } });
    await question(1).getByText("@Picture wall").waitFor();

    const gone = crypto.randomUUID();
    await message().fill(`What about @item(${gone}:Old arch)?`);
    await page.keyboard.press("Enter");
    await question(2).getByText("It is grey.").waitFor();
    await question(2).getByText("(no item of this project)").waitFor({ state: "attached" });

    await panel().getByRole("button", { name: "Mention an item" }).click();
    await panel().getByRole("option", { name: "Picture wall" }).click();
    expect(await message().inputValue()).toBe("@Picture wall ");
    await message().fill("");
  });

  inBrowser("collapses the tools that a model called, and shows what the model read", async () => {
    await panel().getByRole("button", { name: "New conversation" }).click();
    await chooseModel("rehearsal/atlas");
    await message().fill("How much is in my wallet?");
    await page.keyboard.press("Enter");
    await question(1).getByRole("button", { name: "Ask question 1 again" }).waitFor();
    const tools = question(1).locator("summary", { hasText: "read_wallet" });
    expect(await question(1).locator("pre").isVisible()).toBe(false);
    await tools.click();
    await question(1).locator("pre").first().waitFor();
    await question(1).getByRole("figure").getByText("Balance $0.00").waitFor();
    await question(1).getByText("free", { exact: true }).waitFor();
  });

  inBrowser(
    "asks again with the model and the cap that are chosen, and keeps the cap from one message to the next",
    async () => {
      await panel().getByRole("button", { name: "New conversation" }).click();
      await chooseModel("lab/paid");
      const cap = panel().getByRole("textbox", { name: "The maximum cost of one answer" });
      await cap.fill("0.50");
      await message().fill("What does it cost?");
      await page.keyboard.press("Enter");
      await question(1).getByText("The wallet does not cover the next call.").waitFor();
      await question(1).getByText("not charged").waitFor();
      expect(await cap.inputValue()).toBe("0.50");
      const askAgain = async (number: number) => {
        const sent = page.waitForRequest(/\/retry$/);
        await question(number)
          .getByRole("button", { name: `Ask question ${number} again` })
          .click();
        return (await sent).postDataJSON();
      };
      expect(await askAgain(1)).toEqual({ model: "lab/paid", budget: "500000" });
      await question(2).getByText("The wallet does not cover the next call.").waitFor();
      await chooseModel("lab/one");
      pieces = ["Nothing."];
      expect(await askAgain(2)).toEqual({ model: "lab/one" });
      await question(3).getByText("Nothing.").waitFor();
    },
  );

  inBrowser(
    "shows a question from the command line in two tabs while it is answered, and can stop it from the second tab",
    async () => {
      await panel().getByRole("button", { name: "New conversation" }).click();
      await chooseModel("lab/one");
      pieces = ["Here."];
      pauseMs = 0;
      await message().fill("Are you here?");
      await page.keyboard.press("Enter");
      await question(1).getByText("Here.").waitFor();
      const conversation = (await exchanges())[0]?.conversationId ?? "";
      const tab = await app.openTab(`/projects/${projectId}`);
      await question(1, tab).getByText("Here.").waitFor();

      pieces = Array.from({ length: 200 }, (_, index) => `step${index} `);
      pauseMs = 100;
      const asked = startCli(["chat", "--data", app.data, "--conversation", conversation, "-m", "From the terminal?"]);
      asked.child.stdin?.end();
      for (const one of [page, tab]) {
        await question(2, one).getByText("From the terminal?").waitFor();
        await question(2, one).getByText("step3 ").waitFor();
      }
      await question(2, tab).getByRole("button", { name: "Stop" }).click();
      for (const one of [page, tab]) {
        await question(2, one).getByText("Stopped before the answer was complete.").waitFor();
      }
      expect((await asked.finished).code).not.toBe(0);
      expect(asked.heard().stdout).toContain("step3 ");
      expect((await exchanges())[0]).toMatchObject({ number: 2, status: "aborted", userText: "From the terminal?" });
      await tab.close();
      pauseMs = 0;
    },
  );

  inBrowser("is accessible, in light and dark, and fits a phone", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFaults(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await sidewaysExcess(page)).toBeLessThanOrEqual(0);
    await chooseModel("rehearsal/briar");
    expect(await sidewaysExcess(page)).toBeLessThanOrEqual(0);
    await panel().getByRole("button", { name: "Close the chat" }).click();
    await panel().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Chat" }).waitFor();
  });
});
