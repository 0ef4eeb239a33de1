import type { Item, Project } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserProgram, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";
import { startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);
const quantity = "item.summary.quantity";

/** One project with an item "Floor". Each test starts where the previous one ended. */
describe("items in the web app", () => {
  let app: WebApp;
  let address: string;
  let projectId: Project["id"];
  let floor: Item;

  beforeAll(async () => {
    if (!browserProgram) return;
    app = await startWebApp(browserProgram);
    const { client } = app;
    ({ id: projectId } = await client.createProject({ body: { brief: "Launch a pop-up.", process: "brief" } }));
    address = app.at(`/projects/${projectId}/items`);
    ({ item: floor } = await client.createItem({ params: { projectId }, body: { name: "Floor" } }));
    const answers = [{ key: quantity, itemId: floor.id, text: "60" }];
    const { facts } = await client.answerKeys({ params: { projectId }, body: { turnKey: "a", answers } });
    for (const { id, status } of facts) {
      if (status !== "accepted") await client.acceptFact({ params: { factId: id }, body: {} });
    }
    const tile = await client.createCatalogueItem({
      body: { name: "Interlocking floor tile", synonyms: ["Clip tile"] },
    });
    const prices = [
      ["Stage & Floor", 31, "2026-01-10"],
      ["Hagor Hire", 29, "2026-03-10"],
      ["Stage & Floor", 33, "2026-06-10"],
      ["Expo Rentals", 41, "2026-09-10"],
    ] as const;
    for (const [vendor, price, observedOn] of prices) {
      const body = { vendor, price, currency: "ILS", unit: "m²", observedOn };
      await client.addPrice({ params: { catalogueId: tile.id }, body });
    }
  }, 120_000);
  afterAll(() => app?.[Symbol.asyncDispose]());

  const faultsAndExcess = async (name: string) => {
    const { page } = app;
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await seriousFaults(page), `${name}, ${colorScheme}`).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await sidewaysExcess(page), name).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  inBrowser("shows a value with its quote, and can set it by hand, clear it and undo that", async () => {
    const { page } = app;
    await openWhole(page, address);
    await page.getByRole("button", { name: /^Why Floor, Quantity: 60/ }).click();
    expect(await page.locator("mark").textContent()).toBe("60");
    await faultsAndExcess("a reason");
    await page.getByLabel(/^Set by hand/).fill("40");
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await page.getByRole("button", { name: /^Why Floor, Quantity: 40/ }).waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("Cleared Quantity of Floor").waitFor();
    await page.getByRole("button", { name: /^Why Floor, Quantity: 60/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("z");
    await page.getByText("Undone: Cleared Quantity of Floor").waitFor();
    await page.getByRole("button", { name: /^Why Floor, Quantity: 40/ }).waitFor();
  });

  inBrowser(
    "keeps a draft of a line, adds the line, links it after a confirmation, and shows its price memory",
    async () => {
      const { page } = app;
      await page.getByLabel("New line").fill("Clip tile; 132 m²; 36.3 ILS");
      await openWhole(page, address);
      expect(await page.getByLabel("New line").inputValue()).toBe("Clip tile; 132 m²; 36.3 ILS");
      await page.getByRole("button", { name: "Add line" }).click();
      await page.getByRole("button", { name: "1 candidate for Clip tile" }).click();
      await page.getByRole("radio", { name: /Interlocking floor tile/ }).waitFor();
      const before = await app.client.listLines({ params: { itemId: floor.id } });
      expect(before.items[0]).toMatchObject({ catalogue: null, total: 4791.6 });
      await faultsAndExcess("candidates");
      await page.getByRole("button", { name: "Link", exact: true }).click();
      await page.getByRole("heading", { name: "Price memory: Interlocking floor tile" }).waitFor();
      await page.getByRole("img", { name: /^4 prices of ILS per m², .* median 32; the line assumes 36.3$/ }).waitFor();
      await page.getByText("Your plan is 13 % above the median.").waitFor();
      await faultsAndExcess("prices");
      await page.keyboard.press("t");
      await page.getByRole("cell", { name: "2026-09-10" }).waitFor();
      await page.keyboard.press("z");
      await page.getByRole("button", { name: "1 candidate for Clip tile" }).waitFor();
      expect(app.complaints).toEqual([]);
    },
  );
});
