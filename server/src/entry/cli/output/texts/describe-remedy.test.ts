import { globSync, readFileSync } from "node:fs";
import { ApiError, type Remedy, SessionId } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { newId } from "#platform";
import { assertCommand } from "../../command-errors.ts";
import { createProgram } from "../../create-program.ts";
import { explain } from "../explain.ts";
import { describeRemedy } from "./describe-remedy.ts";

const sessionId = SessionId.parse(newId());
const jobId = newId<Extract<Remedy, { do: "cancel-job" }>["jobId"]>();
const remedies: Remedy[] = [
  ...(
    ["see-projects", "see-sessions", "see-models", "see-embeddings", "see-keys", "see-board", "see-waits"] as const
  ).map((what) => ({ do: what })),
  { do: "see-questions", sessionId },
  { do: "see-claims", sessionId },
  { do: "restore-session", sessionId },
  { do: "start-stage", sessionId, stage: "thesis" },
  { do: "cancel-stage", sessionId, stage: "thesis" },
  { do: "cancel-job", jobId },
  { do: "choose-extractor", projectId: newId<Extract<Remedy, { do: "choose-extractor" }>["projectId"]>() },
  { do: "top-up", dollars: "1" },
  { do: "store-key", provider: "openai" },
  { do: "allow-host", origin: "https://lab.example", keyEnv: "LAB_KEY" },
  { do: "migrate" },
  { do: "export-with-old-build" },
  { do: "import-with-this-build" },
  { do: "examine" },
];

describe("a remedy", () => {
  const program = createProgram(() => async () => undefined);

  it.each(remedies)("names a command that exists: $do", (remedy) => {
    const [, words = ""] = /[Rr]un "dialectic ([^"]+)" .+\.$/.exec(describeRemedy(remedy)) ?? [];
    expect(words).not.toBe("");
    expect(() => assertCommand(program, words.split(" "))).not.toThrow();
  });

  it("follows the message of an API error", () => {
    const problem = {
      type: "x",
      title: "x",
      status: 404,
      code: "not_found" as const,
      detail: "There is no session 7.",
    };
    const { sentence } = explain(new ApiError({ ...problem, remedies: [{ do: "see-sessions" }] }));
    expect(sentence).toBe('There is no session 7. Run "dialectic session list" to list your sessions.');
  });
});

it("messages of modules other than the CLI name no commands, because browsers show them, too", () => {
  const files = globSync("server/src/**/*.ts").filter((path) => !/entry.cli|\.test\.ts$|rehearsal/.test(path));
  expect(files.length).toBeGreaterThan(300);
  const naming = files.filter((path) => /"dialectic (?!master|provider)[a-z]/.test(readFileSync(path, "utf8")));
  expect(naming).toEqual([]);
});
