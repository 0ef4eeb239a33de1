import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PricedProvider, runCli, startPricedProvider } from "#test";

const data = mkdtempSync(join(tmpdir(), "dialectic-combining-"));
const root = new URL("../../../", import.meta.url).pathname;
let provider: PricedProvider;

beforeAll(async () => {
  provider = await startPricedProvider();
  provider.listIn(data);
  const terms = { contextWindow: 17_500, maxOutputTokens: 8_750, tokenizer: "pieces", free: true };
  writeFileSync(join(data, "models.json"), JSON.stringify({ models: provider.models.map((id) => ({ id, ...terms })) }));
});
afterAll(async () => {
  await provider[Symbol.asyncDispose]();
  rmSync(data, { recursive: true, force: true });
});

it("a custom recipe combines proposals that do not fit into a prompt together", async () => {
  const env = { DIALECTIC_HOME: data, DIALECTIC_EMBEDDINGS: "off" };
  const added = await runCli(["template", "add", join(root, "examples/merging")], { env });
  expect(added.code, added.stderr).toBe(0);
  const out = join(data, "out");
  const options = ["--domain", "merging", "--models", provider.models.join(","), "--max-output-tokens", "6000"];
  const ran = await runCli(["run", join(root, "examples/garden.md"), ...options, "--out", out, "--json"], { env });
  expect(ran.code, ran.stderr).toBe(0);
  const paths = readdirSync(out, { recursive: true, encoding: "utf8" });
  const find = (part: string) => paths.find((path) => path.includes(part)) ?? `there is no ${part}`;
  const read = (part: string) => readFileSync(join(out, find(part)), "utf8");
  expect(read("1_merged.md")).toContain("# Requirements");
  // The stage read one combined text instead of three proposals.
  expect(read("1_merged_prompt.md").match(/^<<<document .+$/gm)).toEqual([expect.stringContaining(', combined">>>')]);
  expect(read("_combining_thesis")).toContain("- C: ");
});
