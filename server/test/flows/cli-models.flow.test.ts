import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type OpenCli, openCli, startEchoProvider, startPaidProvider, startServer, testDatabase } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-models-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const brief = join(root, "brief.md");
writeFileSync(brief, "Plant a hedge along the road.\n");

let folders = 0;
/** Creates a data folder with the user's own model lists. Commands use it only because `--data` names it. */
function folder(lists: { models?: unknown; providers?: unknown } = {}): string {
  const path = join(root, `data-${folders++}`);
  mkdirSync(path);
  for (const [name, list] of Object.entries(lists)) writeFileSync(join(path, `${name}.json`), JSON.stringify(list));
  return path;
}

/** Starts a server on the folder, so that commands need not open the database themselves. */
async function serving(data: string): Promise<AsyncDisposable> {
  const server = await startServer(["--no-web", "--data", data], patience);
  return { [Symbol.asyncDispose]: async () => void (await server.stop()) };
}

/** A deadline far longer than discovery takes even on a busy machine. */
const patience = { DIALECTIC_DISCOVERY_MS: "20000" };

let cli: OpenCli;
beforeAll(() => {
  cli = openCli();
});
afterAll(() => cli[Symbol.asyncDispose]());

const json = async (args: string[], input?: string, given: NodeJS.ProcessEnv = {}) => {
  const env = { ...patience, ...given };
  const { code, stdout, stderr } = await cli.run([...args, "--json"], {
    env,
    ...(input === undefined ? {} : { input }),
  });
  expect(stdout.match(/\n/g)).toHaveLength(1);
  return { code, stderr, value: JSON.parse(stdout) };
};

const figures = { contextWindow: 9_000, maxOutputTokens: 1_000 };
const prices = {
  input: 1_250_000,
  cachedInput: 125_000,
  cacheWrite: 1_250_000,
  output: 10_000_000,
  reasoning: 10_000_000,
};

describe("models on the command line", () => {
  it("are read from the folder given with --data, with prices and the reason why a model is not ready", async () => {
    const models = [{ id: "openai/mine", ...figures, prices }];
    const data = folder({ models: { noted: "2026-10-01", models } });
    const { stdout, stderr, code } = await cli.run(["models", "--data", data]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^MODEL +WINDOW +OUTPUT +IN +CACHED +OUT +AS OF +ABOUT\n/);
    expect(stdout).toMatch(/^openai\/mine +9000 +1000 +1\.25 +0\.125 +10\.00 +2026-10-01 +Set OPENAI_API_KEY, or /m);
    expect(stdout).toMatch(/^rehearsal\/atlas +128000 +16000 +free +free +free /m);
    expect((await json(["models", "--data", data])).value.items.at(-1)).toMatchObject({
      ...models[0],
      source: "file",
      ready: false,
    });
    expect(existsSync(join(data, "database"))).toBe(false);
  });

  it("stay as in the last valid models.json while the file is broken; the server, the next start and doctor report the error", async () => {
    const models = [{ id: "openai/mine", ...figures, prices }];
    const data = folder({ models: { models } });
    const file = join(data, "models.json");
    const listed = async () => {
      const { value, stderr } = await json(["models", "--data", data]);
      return {
        mine: value.items.find(({ id }: { id: string }) => id === "openai/mine"),
        problems: value.problems,
        stderr,
      };
    };
    {
      await using _ = await serving(data);
      expect(await listed()).toMatchObject({ mine: { prices }, problems: [], stderr: "" });
      writeFileSync(file, '{\n  "models": [');
      const half = await listed();
      expect(half).toMatchObject({ mine: { prices }, problems: [{ file: "models.json", inUse: "last-valid" }] });
      expect(half.stderr).toMatch(
        /Warning: .*models\.json is not valid JSON at line 2, column 14\..*last valid version/,
      );
    }
    expect(statSync(join(data, "models.last-valid.json")).mode & 0o777).toBe(0o600);
    expect(await listed()).toMatchObject({ mine: { prices }, problems: [{ inUse: "last-valid" }] });
    const { stdout, code } = await cli.run(["doctor", "--data", data]);
    expect(stdout).toMatch(/problem {2}models .*line 2, column 14.*last valid version stays in use/);
    expect(code).not.toBe(0);

    writeFileSync(file, JSON.stringify({ models }));
    expect(await listed()).toMatchObject({ mine: { prices }, problems: [], stderr: "" });
  });

  it("are discovered at a free provider, with or without a database", async () => {
    await using provider = await startEchoProvider();
    const data = folder({ providers: [{ name: "lab", baseUrl: provider.url, free: true }] });
    const found = async () => {
      const { items } = (await json(["models", "--data", data])).value;
      return items.filter((model: { source: string }) => model.source === "discovered");
    };
    const before = await found();
    expect(before).toMatchObject([{ id: "lab/found-with-", free: true, ready: true }]);
    await using _ = await serving(data); // the server creates the database
    expect(await found()).toEqual(before);
    const tested = await json(["models", "test", "lab/chunks", "--data", data]);
    expect(tested.value).toMatchObject({ model: "lab/chunks", finishReason: "stop", estimated: true, cost: "0" });
    expect(provider.asked()).toHaveLength(1);
  });

  it("are called only after a confirmation if they cost money, and their calls are charged", async () => {
    await using provider = await startPaidProvider(() => ({
      pieces: ["Hello"],
      usage: { prompt_tokens: 11, completion_tokens: 7 },
    }));
    const data = folder();
    provider.listIn(data);
    await using _ = await serving(data);
    const test = ["models", "test", provider.model, "--data", data];
    const unasked = await json(test);
    expect([unasked.code, unasked.value.error.code]).toEqual([2, "invalid_input"]);
    expect(unasked.stderr).toMatch(/costs at most \$0\.000017, from your wallet\. Add --yes/);
    expect((await json([...test, "--yes"])).value.error.code).toBe("insufficient_funds");
    expect(provider.timesAsked()).toBe(0);
    expect((await json(["wallet", "top-up", "1", "--data", data])).code).toBe(0);
    expect((await json([...test, "--yes"])).value).toMatchObject({ text: "Hello", outputTokens: 7, cost: "8" });
    expect(provider.timesAsked()).toBe(1);
    expect((await json(["wallet", "--data", data])).value).toMatchObject({ balance: "999992", held: "0" });
  });

  it("are tested with one call", async () => {
    const { stdout, code } = await cli.run(["models", "test", "rehearsal/cedar", "--data", folder()]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^model +rehearsal\/cedar\nanswered +in \d+ ms: ".+"\nfinish +\w+\ntokens +\d+ in, \d+ out\ncost +free\n$/,
    );
  });

  it.each([
    ["a price of zero", { input: 0 }, "models[0].prices.input"],
    ["a negative price", { output: -5 }, "models[0].prices.output"],
    ["a misspelt price", { ouput: 5 }, "models[0].prices"],
    ["a missing price", { reasoning: undefined }, "models[0].prices.reasoning"],
  ])("are refused if they have %s; the error names the place, and nothing is created", async (_, wrong, place) => {
    const data = folder({ models: { models: [{ id: "openai/mine", ...figures, prices: { ...prices, ...wrong } }] } });
    const { code, value } = await json(["run", brief, "--models", "openai/mine", "--data", data]);
    expect(code).toBe(2);
    expect(value.error).toMatchObject({ code: "unknown_price" });
    expect(value.error.message).toContain(`${join(data, "models.json")}: ${place} is invalid`);
    expect(existsSync(join(data, "database"))).toBe(false);
  });

  it("are reported as unusable if their address returns a web page", async () => {
    await using provider = await startEchoProvider();
    const data = folder({ providers: [{ name: "lab", baseUrl: provider.url, free: true }] });
    const { code, value } = await json(["models", "test", "lab/page", "--data", data]);
    expect(code).toBe(20);
    expect(value.error).toMatchObject({
      code: "invalid_answer",
      message: expect.stringMatching(/web page.*providers\.json/),
    });
  });

  it.each([
    [["models", "tes", "x"], /no "models tes": did you mean "models test"\?/],
    [["models", "key"], /"models key" needs a verb: set, list or remove\. For example: "dialectic models key set"/],
    [["models", "key", "get"], /no "models key get"/],
    [["models", "test", "rehearsal/atlsa"], /did you mean rehearsal\/atlas\?/],
    [["models", "key", "set", "openai", "sk-on-the-command-line"], /not accepted on the command line/],
  ])("cannot be managed with the wrong command %j; the error states the reason", async (args, why) => {
    const { code, stderr } = await cli.run([...args, "--data", folder()]);
    expect(code).toBe(2);
    expect(stderr).toMatch(why);
    expect(stderr).not.toContain("sk-on-the");
  });
});

describe.each(engines)("keys on the command line, on %s", (engine) => {
  it("can be stored, listed without revealing them, used and removed", async () => {
    await using server = engine === "postgres" ? await testDatabase("postgres") : null;
    await using provider = await startEchoProvider();
    const data = folder({ providers: [{ name: "lab", baseUrl: provider.url, keyEnv: "LAB_KEY", free: true }] });
    const onServer = server?.url ? { DATABASE_URL: server.url } : {};
    const key = "a-key-that-is-long-enough-wXyZ";
    const keys = (...args: string[]) => ["models", "key", ...args, "--data", data];
    if (server) {
      const refused = await json(keys("set", "lab"), key, onServer);
      expect([refused.code, refused.value.error.code]).toEqual([16, "no_master_key"]);
      expect(refused.stderr).toMatch(/openssl rand -base64 32/);
    }
    const env = { ...onServer, ...(server ? { DIALECTIC_SECRET_KEY: Buffer.alloc(32, 3).toString("base64") } : {}) };
    await using _ = server ? null : await serving(data);
    expect((await json(keys("set", "lab"), "", env)).code).toBe(2);
    expect((await json(keys("set", "lbb"), key, env)).stderr).toMatch(/Did you mean lab\?/);
    const stored = await json(keys("set", "lab"), `${key}\n`, env);
    expect(stored.value).toMatchObject({ provider: "lab", hint: "wXyZ", source: "stored" });
    if (!server) expect(statSync(join(data, "master-key")).mode & 0o777).toBe(0o600);
    expect((await json(keys("list"), undefined, env)).value.items).toEqual([stored.value]);

    const { origin } = new URL(provider.url);
    const blocked = await json(["models", "test", "lab/chunks", "--data", data], undefined, env);
    expect([blocked.code, blocked.stderr]).toEqual([4, expect.stringContaining(`models allow-host ${origin}"`)]);
    expect(provider.asked()).toEqual([]);
    expect((await json(["models", "allow-host", provider.url])).value).toEqual({ origin, keyEnv: null });
    const tested = await json(["models", "test", "lab/chunks", "--data", data], undefined, env);
    expect(tested.value.text).toContain("It works, says [hidden]");
    expect(provider.asked()).toEqual([{ model: "chunks", key }]);
    expect((await json(keys("remove", "lab"), undefined, env)).code).toBe(0);
    expect((await json(keys("remove", "lab"), undefined, env)).code).toBe(3);
    expect((await json(["models", "test", "lab/chunks", "--data", data], undefined, env)).stderr).toMatch(
      /Set LAB_KEY/,
    );
  });
});
