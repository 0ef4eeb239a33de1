import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { rehearsedSettings } from "#rehearsed";
import type { ModelSettings } from "./model-settings.ts";

type Given = { env?: Record<string, string>; models?: unknown[]; embeddings?: unknown[]; providers?: unknown[] };

/** Settings with their own environment and data folder, which is removed after the test. */
export function settingsOf(given: Given): ModelSettings {
  const dataDir = mkdtempSync(join(tmpdir(), "dialectic-models-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  if (given.models)
    writeFileSync(join(dataDir, "models.json"), JSON.stringify({ models: given.models, embeddings: given.embeddings }));
  if (given.providers) writeFileSync(join(dataDir, "providers.json"), JSON.stringify(given.providers));
  return { ...rehearsedSettings, env: given.env ?? {}, dataDir };
}
