import { expect, it } from "vitest";
import { ModelEntry } from "./models.ts";
import { NewQuote } from "./quotes.ts";
import { NewSession } from "./sessions.ts";
import { StatementQuery } from "./wallet.ts";

it("refuses an output cap that is too large for its database column", () => {
  const quote = { brief: "A pop-up.", models: ["rehearsal/atlas"] };
  expect(NewQuote.safeParse({ ...quote, maxOutputTokens: 1_000_000_000 }).success).toBe(true);
  expect(NewQuote.safeParse({ ...quote, maxOutputTokens: 3_000_000_000 }).success).toBe(false);
});

it.each([0, 5, 1.5])("refuses a session or quote with %d proposals", (proposals) => {
  const choice = { models: ["rehearsal/atlas"] };
  expect(NewSession.safeParse({ ...choice, proposals: 4 }).success).toBe(true);
  expect(NewSession.safeParse({ ...choice, proposals }).success).toBe(false);
  expect(NewQuote.safeParse({ ...choice, brief: "Bread.", proposals }).success).toBe(false);
});

it.each([-1, 101, 1.5])("refuses a session with %d continuations", (continuations) => {
  expect(NewSession.safeParse({ models: ["rehearsal/atlas"], continuations: 0 }).success).toBe(true);
  expect(NewSession.safeParse({ models: ["rehearsal/atlas"], continuations }).success).toBe(false);
});

it.each([{ id: "lab/a\0" }, { id: "lab/\ud800" }, { name: "\ud800" }, { about: "a\0b" }])(
  "refuses a model with characters that cannot be stored: %j",
  (wrong) => {
    const entry = {
      id: "lab/größer-😀",
      name: "Größer 😀",
      about: "Two\nlines.",
      contextWindow: 9,
      maxOutputTokens: 3,
    };
    expect(ModelEntry.safeParse(entry).success).toBe(true);
    expect(ModelEntry.safeParse({ ...entry, ...wrong }).success).toBe(false);
  },
);

it("refuses a statement that begins in the year 0, which PostgreSQL does not have", () => {
  expect(StatementQuery.safeParse({ from: "0001-01-01", until: "9999-12-31T00:00:00Z" }).success).toBe(true);
  expect(StatementQuery.safeParse({ from: "0000-01-01" }).success).toBe(false);
});
