import { NewQuote, type Quote } from "@dialectic/contract";
import { afterEach, describe, expect, it } from "vitest";
import { createLog, readConfig } from "#platform";
import type { Cli } from "../../cli.ts";
import { askQuote, sayPrice } from "../../run/ask-quote.ts";
import { shortDollars } from "../dollars.ts";
import { describeQuote, spentText } from "./describe-quote.ts";

const sonnet = "anthropic/claude-sonnet-5-5";
const brief = "Plant a hedge along the road.";

function recordCli(): { cli: Cli; said: string[] } {
  const said: string[] = [];
  const entryPoints = {
    http: () => Promise.reject(new Error("closed")),
    worker: () => Promise.reject(new Error("closed")),
  };
  const config = readConfig({}, { data: "/nowhere/at/all" });
  const cli = {
    config,
    entryPoints,
    json: false,
    log: createLog("silent"),
    print() {},
    say: (line: string) => said.push(line),
  };
  return { cli, said };
}

describe("amounts in a table", () => {
  it.each([
    ["0", "$0"],
    ["7", "$0.000007"],
    ["9999", "$0.009999"],
    ["123456", "$0.1235"],
    ["999950", "$1.0000"],
    ["1235000", "$1.24"],
    ["148120000", "$148.12"],
    ["1234567890000", "$1,234,567.89"],
    ["-1235000", "-$1.24"],
  ])("%s millionths are %s", (units, text) => {
    expect(shortDollars(units)).toBe(text);
  });
});

describe("a quote", () => {
  it("has a line per stage and a total, with prices only for paid models", async () => {
    const text = describeQuote(await askQuote(recordCli().cli, { brief, process: "classic", models: [sonnet] }));
    expect(text).toMatch(
      /^7 model calls, about \$\d+\.\d+ \(from \$\d+\.\d+ to \$\d+\.\d+\)\n\nSTAGE +CALLS +TOKENS IN/,
    );
    expect(text).toMatch(/\nsynthesis +3 +[\d,]+ +[\d,]+ +\$[\d.]+ +\$[\d.]+ +\$[\d.]+\n/);
    expect(text).toMatch(/\ntotal +7 /);
    const free = describeQuote(
      await askQuote(recordCli().cli, { brief, process: "brief", models: ["rehearsal/atlas"] }),
    );
    expect(free).toMatch(/^5 model calls, free\n\nSTAGE +CALLS +TOKENS IN +TOKENS OUT\n/);
    expect(free).toMatch(/\n\nRehearsal models cost nothing\.$/);
  });

  it("is printed next to the amount that was spent", () => {
    const quote = { low: "20000", expected: "1200000", high: "63100000", free: false };
    expect(spentText({ spent: "830000", quote })).toBe("$0.83 spent of about $1.20 (from $0.0200 to $63.10)");
    expect(spentText({ spent: "0", quote })).toBe("nothing spent of about $1.20 (from $0.0200 to $63.10)");
    expect(spentText({ spent: "0", quote: { ...quote, free: true } })).toBe("nothing spent");
    expect(spentText({ spent: "830000", quote: null })).toBe("$0.83 spent");
  });

  it("is refused for input that the API also refuses", async () => {
    const wrong = askQuote(recordCli().cli, { brief, process: "brief", models: [sonnet], maxOutputTokens: 5 });
    await expect(wrong).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringMatching(/maxOutputTokens/),
    });
    expect(NewQuote.safeParse({ models: [sonnet] }).success).toBe(false);
    const both = { brief, projectId: "01a1e105-0c5c-7e63-a5ad-42d3eb928681", models: [sonnet] };
    expect(NewQuote.safeParse(both).success).toBe(false);
  });
});

describe("the price before a run", () => {
  const before = Object.getOwnPropertyDescriptor(process.stderr, "isTTY");
  const setTerminal = (isTTY: boolean) =>
    Object.defineProperty(process.stderr, "isTTY", { value: isTTY, configurable: true });
  afterEach(() => {
    if (before) Object.defineProperty(process.stderr, "isTTY", before);
    else Reflect.deleteProperty(process.stderr, "isTTY");
  });

  const say = async (models: string[]): Promise<string[]> => {
    const { cli, said } = recordCli();
    await sayPrice(cli, () => askQuote(cli, { brief, process: "brief", models }));
    return said;
  };

  it("is printed on a terminal, unless the run is free", async () => {
    setTerminal(true);
    expect(await say([sonnet])).toEqual([
      expect.stringMatching(/^This run: 5 model calls, about \$0\.\d+ \(from .+\)\.$/),
    ]);
    expect(await say(["rehearsal/atlas"])).toEqual([]);
  });

  it("is not printed to a pipe", async () => {
    setTerminal(false);
    expect(await say([sonnet])).toEqual([]);
  });
});

it("askQuote returns prices as strings of digits", async () => {
  const quote: Quote = await askQuote(recordCli().cli, { brief, process: "brief", models: [sonnet, "openai/gpt-5"] });
  for (const amount of [quote.low, quote.expected, quote.high]) expect(amount).toMatch(/^\d+$/);
});
