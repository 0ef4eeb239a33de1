import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Log } from "#platform";
import { listModels, requireModel } from "../catalogue/catalogue.ts";
import type { ModelSettings } from "../providers/model-settings.ts";
import { readProviders } from "../providers/providers.ts";
import { settingsOf } from "../providers/settings.fixture.ts";
import { configProblems } from "./config-problems.ts";
import { forgetConfigFiles } from "./read-config-file.ts";

const prices = { input: 1, cachedInput: 1, cacheWrite: 1, output: 1, reasoning: 1 };
const entry = { id: "openai/own", contextWindow: 1000, maxOutputTokens: 100, prices };
const dearer = { ...entry, prices: { ...prices, output: 7 } };
const listed = (settings: ModelSettings) => listModels(settings).find(({ id }) => id === entry.id);

/** Settings of a process that keeps the last valid version of a file, and the warnings that the process logs. */
function keeping(given: Parameters<typeof settingsOf>[0]) {
  const warnings: string[] = [];
  const silent = { debug: () => undefined, info: () => undefined, error: () => undefined };
  const log: Log = { ...silent, warn: (message) => warnings.push(message), with: () => log };
  const settings = { ...settingsOf(given), log };
  const dataDir = settings.dataDir ?? "";
  const write = (name: string, text: string) => writeFileSync(join(dataDir, name), text);
  return { settings, dataDir, warnings, write };
}

const whole = JSON.stringify({ models: [dearer] }, null, 2);
const halfSaved: [string, string, string][] = [
  ["cut off in the middle", whole.slice(0, whole.length / 2), "line "],
  ["empty", "", "line 1, column 1"],
  ["with a missing comma", '{\n  "noted": "2026-01-01"\n  "models": []\n}', "line 3, column 3"],
  ["with a misspelt field", JSON.stringify({ models: [{ ...entry, contextwindow: 3 }] }, null, 2), "line 3, column 5"],
  ["with an impossible price", JSON.stringify({ models: [{ ...entry, prices: { ...prices, output: -1 } }] }), "line 1"],
];

describe("a half-saved models.json", () => {
  it.each(halfSaved)(
    "leaves its last valid version in use, and one warning names the place of the mistake: %s",
    (_, text, place) => {
      const t = keeping({ models: [entry], env: { OPENAI_API_KEY: "a-key-of-mine" } });
      expect(listed(t.settings)?.prices?.output).toBe(1);
      t.write("models.json", text);
      for (let reads = 0; reads < 3; reads += 1) expect(requireModel(entry.id, t.settings).prices?.output).toBe(1);
      expect(t.warnings).toEqual([expect.stringMatching(/models\.json.*last valid version/s)]);
      expect(t.warnings[0]).toContain(place);
      expect(configProblems(t.settings)).toMatchObject([{ file: "models.json", inUse: "last-valid" }]);

      t.write("models.json", whole);
      expect(listed(t.settings)?.prices?.output).toBe(7);
      expect(configProblems(t.settings)).toEqual([]);
      expect(t.warnings).toHaveLength(1);
    },
  );

  it("causes another warning if it changes and is still invalid", () => {
    const t = keeping({ models: [entry] });
    listModels(t.settings);
    t.write("models.json", "{");
    listModels(t.settings);
    t.write("models.json", '{"models"');
    listModels(t.settings);
    listModels(t.settings);
    expect(t.warnings).toHaveLength(2);
  });

  it("is replaced by its last valid version in a new process, which reads the private copy", () => {
    const t = keeping({ models: [entry] });
    listModels(t.settings);
    const copy = join(t.dataDir, "models.last-valid.json");
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    t.write("models.json", "{");
    forgetConfigFiles();
    expect(listed(t.settings)?.prices?.output).toBe(1);
    expect(t.warnings).toHaveLength(1);
    expect(readFileSync(copy, "utf8")).toBe(JSON.stringify({ models: [entry] }));
  });

  it("is an error if there has never been a valid version", () => {
    const t = keeping({});
    t.write("models.json", '{ "models": [ ');
    expect(() => listModels(t.settings)).toThrow(/models\.json is not valid JSON at line 1, column 15/);
    expect(configProblems(t.settings)).toMatchObject([{ file: "models.json", inUse: "none" }]);
  });

  it("has no copy of its last valid version if only a command without the database read that version", () => {
    const { settings, dataDir } = keeping({ models: [entry] });
    listModels({ env: settings.env, dataDir });
    expect(() => statSync(join(dataDir, "models.last-valid.json"))).toThrow("ENOENT");
  });
});

describe("a missing models.json", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("counts as being saved for five seconds, and then as removed, so that its copy is deleted", () => {
    const t = keeping({ models: [entry] });
    listModels(t.settings);
    rmSync(join(t.dataDir, "models.json"));
    expect(listed(t.settings)).toBeDefined();
    vi.advanceTimersByTime(5_001);
    expect(listed(t.settings)).toBeUndefined();
    forgetConfigFiles();
    t.write("models.json", "{");
    expect(() => listModels(t.settings)).toThrow("not valid JSON");
  });
});

describe("a half-saved providers.json", () => {
  it("does not change the providers", () => {
    const t = keeping({ providers: [{ name: "lab", baseUrl: "http://127.0.0.1:8000/v1", free: true }] });
    expect(readProviders(t.settings).has("lab")).toBe(true);
    t.write("providers.json", '[{"name": "lab", "baseUrl": "http://127.');
    expect(readProviders(t.settings).get("lab")?.baseUrl).toBe("http://127.0.0.1:8000/v1");
    expect(t.warnings).toEqual([expect.stringContaining("providers.json")]);
    expect(t.warnings[0]).not.toContain("127."); // it must not quote the file, which may contain a pasted key
  });
});
