import { readdirSync, readFileSync } from "node:fs";
import { itemBlocks, projectBlocks } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createRegistry, keyFile, unknownKey } from "./registry.ts";
import { registryFor } from "./shipped-keys.ts";

const folder = new URL("../../../../seed/fact-keys/", import.meta.url);
const files = readdirSync(folder).map((name) => keyFile.parse(parse(readFileSync(new URL(name, folder), "utf8"))));

describe("the shipped fact keys", () => {
  const registry = createRegistry(files);
  const keys = [...registry.values()];

  it("are at least fifty, and every block has some of them", () => {
    expect(keys.length).toBeGreaterThanOrEqual(50);
    const blocks = [...projectBlocks.map((name) => `project.${name}`), ...itemBlocks.map((name) => `item.${name}`)];
    expect(new Set(keys.map(({ block }) => block))).toEqual(new Set(blocks));
  });

  it("are at least fifty in a project of any domain", () => {
    for (const domain of ["general", "event-production", "software-development"]) {
      expect([domain, registryFor(domain).size >= 50]).toEqual([domain, true]);
    }
  });

  it("mark money, dates, safety and approvals as high-risk", () => {
    const careless = keys.filter(
      ({ key, type, isHighRisk }) =>
        !isHighRisk && (type === "currency" || type === "date" || /safety|approval|budget/.test(key)),
    );
    expect(careless.map(({ key }) => key)).toEqual([]);
  });

  it("occur only once within a file", () => {
    for (const { keys: entries } of files) expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  });
});

describe("a file of fact keys", () => {
  const entry = { key: "project.summary.mood", label: "Mood", type: "string" };
  const messageFor = (...keys: unknown[]) => keyFile.safeParse({ version: 1, keys }).error?.message ?? "";

  it("is refused with a reason if a field is misspelt, a block is unknown or a dimension has no family", () => {
    expect(messageFor({ ...entry, rsk: "high" })).toContain("rsk");
    expect(messageFor({ ...entry, key: "project.mood.word" })).toContain('no block \\"mood\\"');
    expect(messageFor({ ...entry, type: "dimension" })).toContain("unit_family");
    expect(messageFor({ ...entry, type: "enum" })).toContain("options");
  });

  it("replaces a shipped key of the same name", () => {
    const own = keyFile.parse({ version: 2, keys: [{ ...entry, key: "project.summary.goal", label: "Aim" }] });
    expect(createRegistry([...files, own]).get("project.summary.goal")?.label).toBe("Aim");
  });
});

describe("the error for an unknown key", () => {
  const registry = registryFor("event-production");

  it("names keys of the same block or with the same last word", () => {
    const inBlock = [...registry.keys()].filter((key) => key.startsWith("item.dimensions."));
    const { message } = unknownKey(registry, "item.dimensions.altitude");
    expect(message).toMatch(/^The project has no key item\.dimensions\.altitude\. Similar keys: .+\.$/);
    expect(inBlock.some((key) => message.includes(key))).toBe(true);
  });

  it("names no other keys if none is similar", () => {
    expect(unknownKey(registry, "weather").message).toBe("The project has no key weather.");
  });
});
