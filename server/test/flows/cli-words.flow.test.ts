import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createProgram, type EntryPoints, main } from "../../src/entry/cli/index.ts";

const root = mkdtempSync(join(tmpdir(), "dialectic-words-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const brief = join(root, "brief.md");
writeFileSync(brief, "Plant a hedge along the road.\n");
const data = join(root, "data");

/** Valid values for arguments and options, by their names. Arguments that are not listed get an ordinary word. */
const samples: Record<string, string> = {
  project: "01900000-0000-7000-8000-000000000001",
  session: "01900000-0000-7000-8000-000000000002",
  document: "01900000-0000-7000-8000-000000000003",
  job: "01900000-0000-7000-8000-000000000004",
  card: "1",
  claim: "C1",
  column: "current",
  file: brief,
  folder: root,
  language: "english",
  model: "rehearsal/atlas",
  question: "Q1",
  stage: "thesis",
  step: "1",
  verdict: "rejected",
  amount: "5",
};

type Line = { name: string; command: Command; words: string[] };

/** Every command line to test: nouns and commands, with one word for each argument. */
function everyCommand(): Line[] {
  const walk = (command: Command, before: string[]): Line[] =>
    command.commands.flatMap((one) => {
      const path = [...before, one.name()];
      const declared = one.registeredArguments.map((argument) => samples[argument.name()] ?? "word");
      const mandatory = one.options.flatMap((option) =>
        option.mandatory ? [option.long ?? "", samples[option.name()] ?? "word"] : [],
      );
      return [{ name: path.join(" "), command: one, words: [...path, ...declared, ...mandatory] }, ...walk(one, path)];
    });
  return walk(
    createProgram(() => async () => undefined),
    [],
  );
}
const commands = everyCommand();

type Sent = { method: string; text: string };
type Outcome = { code: number; stderr: string; sent: Sent[] };

/** Runs one command line in this process and records the API requests that it sends. */
async function run(args: string[], { env = {}, home = data }: { env?: Record<string, string>; home?: string } = {}) {
  const sent: Sent[] = [];
  const entryPoints: EntryPoints = {
    async http() {
      const http = await import("../../src/entry/http/index.ts");
      return {
        ...http,
        createHttp(input) {
          const app = http.createHttp(input);
          return {
            ...app,
            async fetch(request) {
              const body = await request.clone().text();
              sent.push({ method: request.method, text: `${decodeURIComponent(request.url)}\n${body}` });
              return app.fetch(request);
            },
          };
        },
      };
    },
    worker: () => import("../../src/entry/worker/index.ts"),
  };
  for (const [name, value] of Object.entries({ DIALECTIC_HOME: home, ...env })) vi.stubEnv(name, value);
  let stderr = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += text;
    return true;
  });
  vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  try {
    const code = await main(args, entryPoints);
    return { code, stderr, sent } satisfies Outcome;
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}

/** Asserts that the command was rejected before it opened or requested anything. */
function expectRefused({ code, stderr, sent }: Outcome): void {
  expect({ code, asked: sent.length, stderr }).toEqual({ code: 2, asked: 0, stderr });
  expect(stderr).toMatch(/^\S[^\n]+[.?]\n$/);
}

const listed = commands.map((line) => [line.name, line] as const);

describe("commands with wrong words", () => {
  const surplus = ["surplus-one", "surplus-two"];
  beforeAll(async () => {
    expect((await run(["project", "list"])).code).toBe(0); // creates the data folder once
  });

  it("include all commands of the program, which are more than seventy", () => {
    expect(commands.length).toBeGreaterThan(70);
  });

  it.each(listed)("%s uses all words or rejects them", async (_, { name, command, words }) => {
    const outcome = await run([...words, ...surplus]);
    const lastArgument = words[name.split(" ").length + command.registeredArguments.length - 1];
    const texts = outcome.sent.map(({ text }) => text.replaceAll("+", " ")); // a query string encodes a space as +
    // A command may use surplus words in two ways: joined into one text, or as entries of a list in one request.
    const isJoined = texts.some((text) => text.includes([lastArgument, ...surplus].join(" ")));
    const areListed = texts.some((text) => [lastArgument, ...surplus].every((word) => text.includes(`"${word}"`)));
    if (isJoined || areListed) return;
    expectRefused(outcome);
    // The error must name the first surplus word. Only `models key set` does not repeat it, because it may be a key.
    const because = name === "models key set" ? "Keys are not accepted on the command line" : "surplus-one";
    expect(outcome.stderr).toContain(because);
  });

  const home = join(root, "never-made");
  it.each(listed)("%s rejects an unknown option", async (_, { words }) => {
    expectRefused(await run([...words, "--no-such-option", "value"], { home }));
  });

  /** The argument that may be an empty text, because an empty text withdraws the feedback. */
  const emptyCounts = ["stage feedback text"];
  it.each(listed)("%s rejects an empty argument", async (_, { name, command, words }) => {
    for (const [index, argument] of command.registeredArguments.entries()) {
      if (emptyCounts.includes(`${name} ${argument.name()}`)) continue;
      const typed = [...words];
      typed[name.split(" ").length + index] = "";
      expectRefused(await run(typed, { home }));
    }
    expect(existsSync(home)).toBe(false);
  });

  it.each(listed)("%s rejects an option that is empty or given twice", async (_, { command, words }) => {
    for (const { long = "", mandatory } of command.options.filter(({ required }) => required)) {
      const before = mandatory ? words.slice(0, words.indexOf(long)) : words;
      expectRefused(await run([...before, long, ""], { home }));
      const twice = await run([...before, long, "one", long, "two"], { home });
      expectRefused(twice);
      expect(twice.stderr).toBe(`The option ${long} is given twice. Give it once.\n`);
    }
    expect(existsSync(home)).toBe(false);
  });

  it.each([
    ["--out", ["run", brief, "plans"], { npm_config_out: "true" }, "npm start -- run … --out"],
    [
      "--file",
      ["stage", "feedback", "abcd", "thesis", brief],
      { npm_config_file: "true" },
      "npm start -- stage feedback … --file",
    ],
    ["--no-web", ["serve"], { npm_config_web: "" }, "npm start -- serve … --no-web"],
    [
      "--max-output-tokens",
      ["quote", brief],
      { npm_config_max_output_tokens: "500" },
      "npm start -- quote … --max-output-tokens",
    ],
  ])("%s is rejected if npm consumed the option", async (option, args, env, advice) => {
    const outcome = await run(args, { home, env: { npm_lifecycle_event: "start", ...env } });
    expectRefused(outcome);
    expect(outcome.stderr).toBe(`npm consumed the option ${option}. Type two hyphens first, as in "${advice}".\n`);
  });
});

describe("a free text", () => {
  const session = samples.session ?? "";
  const home = join(root, "free-text");
  it("is rejected if it is given both as words and as a file or an option", async () => {
    for (const args of [
      ["stage", "feedback", session, "thesis", "begin", "with", "the", "guests", "--file", brief],
      ["session", "choose", session, "C1", "rejected", "too", "dear", "--note", "too long"],
    ]) {
      const outcome = await run(args, { home });
      expectRefused(outcome);
      expect(outcome.stderr).toMatch(
        /^The text is given twice, as words \("(begin with the guests|too dear)"\) and with --(file|note)\. Give it once\.\n$/,
      );
    }
  });
});
