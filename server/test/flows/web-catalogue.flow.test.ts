import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserProgram, openWhole, seriousFaults, sidewaysExcess } from "./browser.ts";
import { startWebApp, type WebApp } from "./web-app.fixture.ts";

const inBrowser = it.skipIf(!browserProgram);
const csv = `item,vendor,price,currency,unit,date,source,reference
Clip tile,Stage & Floor,31,ILS,m²,2026-01-10,quote,Q-1
Interlocking floor tile,Hagor Hire,29,ILS,m²,2026-03-10,purchase,INV-7
Clip tile,Expo Rentals,41,ILS,m²,2026-09-10,quote,Q-2
Clip tile,Expo Rentals,9,EUR,piece,2026-09-11,list,L-1
Clip tile,Expo Rentals,cheap,ILS,m²,2026-09-12,quote,Q-3
Marble slab,Expo Rentals,12,ILS,m²,2026-09-12,quote,Q-4
Clip tile,Expo Rentals,12,ILS,m²,last week,quote,Q-5
`;

/** One catalogue. Each test starts where the previous one ended. */
describe("the catalogue in the web app", () => {
  let app: WebApp;
  beforeAll(async () => {
    if (browserProgram) app = await startWebApp(browserProgram);
  }, 120_000);
  afterAll(() => app?.[Symbol.asyncDispose]());

  const faultsAndExcess = async (name: string) => {
    const { page } = app;
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        expect(await seriousFaults(page), `${name}, ${colorScheme}, ${width}`).toEqual([]);
      }
      expect(await sidewaysExcess(page), `${name}, ${width}`).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const entries = async () =>
    (await app.client.listCatalogue({ query: {} })).items.map(({ name, kind, unit, synonyms }) =>
      [name, kind, unit, ...synonyms].join(" | "),
    );

  inBrowser("adds an entry and changes its names, and can undo and redo both", async () => {
    const { page } = app;
    await openWhole(page, app.at("/"));
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Catalogue" }).click();
    await page.getByRole("heading", { name: "The catalogue is empty" }).waitFor();
    await page.getByLabel("New entry").fill("Floor tile");
    await page.keyboard.press("Enter");
    await page.getByText("Added Floor tile").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Interlocking floor tile");
    await page.getByLabel("Kind").selectOption("material");
    await page.getByLabel("Unit").fill("m²");
    await page.getByLabel(/^Other names/).fill("Clip tile\nאריח\nClip tile");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Open Interlocking floor tile" }).waitFor();
    expect(await entries()).toEqual(["Interlocking floor tile | material | m² | Clip tile | אריח"]);
    await faultsAndExcess("catalogue");
    await page.getByRole("button", { name: /^Undo/ }).click();
    await page.getByRole("button", { name: "Open Floor tile", exact: true }).waitFor();
    expect(await entries()).toEqual(["Floor tile |  | "]);
    await page.getByRole("button", { name: /^Redo/ }).click();
    await page.getByRole("button", { name: "Open Interlocking floor tile" }).waitFor();
  });

  inBrowser("refuses a name that another entry has, and keeps the typed text", async () => {
    const { page, client } = app;
    await client.createCatalogueItem({ body: { name: "Carpet" } });
    await page.getByRole("button", { name: "Open Carpet" }).click();
    await page.getByLabel("Name", { exact: true }).fill("interlocking FLOOR tile");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    const name = page.getByLabel("Name", { exact: true });
    expect(await name.inputValue()).toBe("interlocking FLOOR tile");
    await page.getByLabel("Unit").fill("roll");
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe("interlocking FLOOR tile");
    expect(await page.getByLabel("Unit").inputValue()).toBe("roll");
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await name.inputValue()).toBe("Carpet");
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByText("Archived Carpet").waitFor();
    await page.getByRole("button", { name: "Archived", exact: true }).click();
    await page.getByRole("button", { name: "Open Carpet" }).waitFor();
    await page.getByRole("button", { name: "In use", exact: true }).click();
    await page.getByLabel("Find in catalogue").fill("clip");
    await page.getByRole("button", { name: "Open Interlocking floor tile" }).waitFor();
    await page.getByLabel("Find in catalogue").fill("carpet");
    await page.getByText("0 of 1 shown").waitFor();
  });

  inBrowser("merges an entry into another one, and can undo the merge", async () => {
    const { page, client } = app;
    await page.getByLabel("Find in catalogue").fill("");
    await page.getByLabel("New entry").fill("Click tile");
    await page.keyboard.press("Enter");
    await page.getByLabel("The same as").selectOption({ label: "Interlocking floor tile" });
    await page.getByRole("button", { name: "Merge into it" }).click();
    await page.getByText("Merged Click tile into Interlocking floor tile").waitFor();
    const whole = "Interlocking floor tile | material | m²";
    expect(await entries()).toEqual([`${whole} | Click tile | Clip tile | אריח`]);
    await page.getByRole("button", { name: "Archived", exact: true }).click();
    await page.getByRole("button", { name: "Open Click tile" }).click();
    await page.getByText("It is part of Interlocking floor tile").waitFor();
    await faultsAndExcess("a merged entry");
    await page.getByRole("button", { name: /^Undo/ }).click();
    await page.getByText(/^Undone: Merged Click tile/).waitFor();
    expect(await entries()).toEqual(["Click tile |  | ", `${whole} | Clip tile | אריח`]);
    const { id: catalogueId } = await client.findCatalogueItem({ params: { name: "Click tile" } });
    await client.changeCatalogueItem({ params: { catalogueId }, body: { isArchived: true } });
  });

  inBrowser("imports a file of prices, names each refused row, and records each price only once", async () => {
    const { page } = app;
    await page.getByRole("link", { name: "Prices", exact: true }).click();
    await page.getByRole("heading", { name: "No prices yet" }).waitFor();
    const file = { name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
    await page.getByLabel("CSV file").setInputFiles(file);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("7 rows: 4 recorded, 3 refused.").waitFor();
    const rows = page.getByRole("table", { name: /^Refused rows/ }).getByRole("row");
    expect(await rows.allTextContents()).toEqual([
      "LineWhy",
      "6Price “cheap” is not a price.",
      expect.stringMatching(/^7Item “Marble slab” is not in the catalogue\./),
      "8Date “last week” is not a day such as 2026-11-18.",
    ]);
    await faultsAndExcess("import");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("7 rows: 0 recorded, 4 known before, 3 refused.").waitFor();
  });

  inBrowser("shows statistics for each unit and currency, the vendors, a chart and the observations", async () => {
    const { page } = app;
    await page.getByRole("button", { name: "Open prices of Interlocking floor tile" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: /^3 prices of ILS per m², .* 29 to 41, median 31$/ }).waitFor();
    const vendors = page.getByRole("table", { name: "Vendors, cheapest first" }).getByRole("row");
    expect((await vendors.allTextContents()).slice(1)).toEqual([
      "Hagor Hire2929291",
      "Stage & Floor3131311",
      "Expo Rentals4141411",
    ]);
    await faultsAndExcess("prices");
    await page.getByRole("button", { name: "EUR / piece" }).click();
    await page.getByRole("img", { name: /^1 price of EUR per piece/ }).waitFor();
    await page.getByText("4 of 4").waitFor();
    await page.getByLabel("Source").selectOption("purchase");
    await page.getByText("1 of 4").waitFor();
    await page.getByLabel("Source").selectOption("");
    await page.getByLabel("Find observations").fill("expo q-2");
    await page.getByText("1 of 4").waitFor();
    await page.getByLabel("Close the prices").click();
    await page.getByLabel("Find in prices").fill("hagor");
    await page.getByRole("button", { name: "Open prices of Interlocking floor tile" }).waitFor();
    await page.getByLabel("Find in prices").fill("nobody");
    await page.getByText("No entry or vendor matches these words.").waitFor();
    expect(app.complaints.filter((one) => !one.includes("409"))).toEqual([]);
  });
});
