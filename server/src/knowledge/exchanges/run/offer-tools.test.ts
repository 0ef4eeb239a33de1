import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type ChatTool, defineTool, type ToolCtx } from "../chat-tool.ts";
import { mostTools, offerTools } from "./offer-tools.ts";

const tool = (name: string, description = "Does something.") =>
  defineTool({ name, description, schema: z.strictObject({}), effects: "none", run: async () => "done" });
const plain = (count: number) => Array.from({ length: count }, (_, n) => tool(`plain_${n}`));
const names = (tools: readonly ChatTool[]) => tools.map(({ name }) => name);

describe("tools offered to a model", () => {
  it("include all registered tools if there are few", () => {
    const tools = plain(mostTools);
    expect(offerTools({ tools, query: "Anything", used: [] }).offered()).toBe(tools);
  });

  const ship = tool("ship_parcel", "Sends a parcel by courier.");
  const weather = tool("forecast", "Tells the weather of a day.");
  const old = tool("read_log", "Reads a log.");
  const tools = [...plain(40), ship, weather, old];

  it.each([
    ["fits the query by its description", "What is the weather on Friday?", [], "forecast"],
    ["fits the query by its name", "Which parcels are late?", [], "ship_parcel"],
    ["is named by the user, even with another separator between its words", "Use read-log, please.", [], "read_log"],
    ["was used in the conversation", "And now?", ["read_log"], "read_log"],
  ])("are limited in number if many are registered, and include a tool that %s", (_, query, used, name) => {
    const offered = names(offerTools({ tools, query, used }).offered());
    expect(offered).toContain(name);
    expect(offered).toHaveLength(mostTools + 1);
    expect(offered.at(-1)).toBe("more_tools");
    expect(names(offerTools({ tools, query, used }).offered())).toEqual(offered);
  });

  it("include every tool that the conversation has used, however many there are", () => {
    const used = names(tools).slice(0, 30);
    expect(names(offerTools({ tools, query: "x", used }).offered())).toEqual([...used, "more_tools"]);
    expect(names(offerTools({ tools, query: "x", used: names(tools) }).offered())).toEqual(names(tools));
  });

  it("include further tools once the model asks for them", async () => {
    const offer = offerTools({ tools, query: "Hello", used: [] });
    expect(names(offer.offered())).not.toContain("forecast");
    const more = offer.all.find(({ name }) => name === "more_tools");
    expect(more?.description).toContain("forecast");
    if (more?.effects !== "none") throw new Error("It only reads.");
    expect(await more.run({} as ToolCtx, { names: ["forecast", "sing"] })).toBe(
      "forecast: Tells the weather of a day.\nThere is no tool named sing.",
    );
    expect(names(offer.offered())).toContain("forecast");
    await expect((async () => more.run({} as ToolCtx, { names: "forecast" }))()).rejects.toThrow();
  });
});
