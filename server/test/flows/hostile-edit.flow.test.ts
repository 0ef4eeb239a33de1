import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { engines, hostileTexts, testDatabase } from "#test";
import { editText, longestEdit, longestWait, openDocument } from "./hostile-edit.fixture.ts";

const root = mkdtempSync(join(tmpdir(), "dialectic-hostile-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/**
 * The classes of hostile text that this test tries: texts in which every character or line is a separate block, row or
 * statement, and some texts that once made a parser slow. The parsers' own tests and, as edits of documents,
 * `npm run bench -- hostile` cover all classes.
 */
const tried = [
  "closing brackets",
  "setext headings",
  "ATX headings",
  "list items",
  "quoted lines",
  "tables",
  "lists inside lists",
  "quotes inside quotes",
  "milestones",
  "work nodes",
  "claims",
];

/**
 * The longest that a request may take during a hostile edit, as a multiple of its time during an edit of plain prose of the
 * same length.
 */
const mostToPlain = 10;
/**
 * The longest that a request may take during a hostile edit, as a multiple of its time on an idle server. The embedded
 * database has only one connection, so a request waits for the edit's transaction.
 */
const mostToIdle = 300;

describe.each(engines)("doc edit with hostile text, on %s", (engine) => {
  it("does not keep other requests waiting", { timeout: 600_000 }, async () => {
    await using database = engine === "postgres" ? await testDatabase(engine) : null;
    const { server, client, documentId } = await openDocument(
      join(root, "data"),
      database?.url ? { DATABASE_URL: database.url } : {},
    );
    try {
      const idle = await longestWait(client, wait(1_000));
      const prose = "We open the garden in May, when the soil is warm. ";
      const plain = await longestWait(client, editText(client, documentId, prose.repeat(longestEdit / prose.length)));
      const slow: string[] = [];
      const most = Math.min(mostToPlain * Math.max(plain, idle), mostToIdle * idle);
      for (const { name, text } of hostileTexts(longestEdit).filter((one) => tried.includes(one.name))) {
        let ms = Number.POSITIVE_INFINITY;
        // Other work on the machine can only make a request longer, so one fast attempt is enough.
        for (let attempt = 0; attempt < 3 && ms > most; attempt += 1) {
          ms = Math.min(ms, await longestWait(client, editText(client, documentId, text.slice(0, longestEdit))));
        }
        if (ms > most) slow.push(`${name}: ${Math.round(ms / idle)} times as long`);
      }
      expect(slow).toEqual([]);

      const tooLong = editText(client, documentId, "# a\n".repeat(2_500_000));
      await expect(longestWait(client, tooLong)).rejects.toMatchObject({ problem: { code: "invalid_input" } });
    } finally {
      await server.stop();
    }
  });
});
