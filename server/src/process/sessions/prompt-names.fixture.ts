import type { SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { expect } from "vitest";
import type { UserDb } from "#platform";
import { hideAuthor } from "#prompts";

type Row = {
  number: number;
  stage: string;
  type: string;
  model: string;
  /** The model that wrote the proposal from which the document descends. */
  lineage: string | null;
  prompt: string;
  markdown: string;
};

/** A document as it is shown in a prompt. */
type Shown = { in: string; id: string; kind: string; label: string; text: string };

/** Every document in every prompt of a session, each with the stored document that has the same number. */
async function shownDocuments(db: UserDb, sessionId: SessionId) {
  const { rows } = await db.tx((tx) =>
    sql<Row>`
      select c.number, c.stage, c.output_type as type, c.model, origin.model as lineage, c.prompt, d.markdown
      from contributions c
      join documents d on d.contribution_id = c.id and d.kind = 'whole'
      left join contributions origin on origin.id = c.lineage_id
      where c.session_id = ${sessionId}
      order by c.number`.execute(tx),
  );
  const byNumber = new Map(rows.map((row) => [`D${row.number}`, row]));
  const shown = rows.flatMap((row) => documentsIn(row).map((one) => ({ ...one, of: byNumber.get(one.id) })));
  return { rows, shown };
}

const fence =
  /^<<<document (\w{12}) id="(D\d+)" kind="([^"]*)" label="([^"]*)">>>\n([\s\S]*?)\n<<<end document \1>>>$/gm;

const documentsIn = ({ prompt, number }: Row): Shown[] =>
  [...prompt.matchAll(fence)].map(([, , id = "", kind = "", label = "", text = ""]) => ({
    in: `the prompt of D${number}`,
    ...{ id, kind, label, text },
  }));

type Given = { sessionId: SessionId; models: readonly string[]; request?: string };

/**
 * Expects that all prompts use the same number and letter for a document, and that label, text and reviewed proposal match.
 * Returns the documents with their prompts.
 */
export async function expectLastingNames(db: UserDb, { sessionId, models, request }: Given) {
  const { rows, shown } = await shownDocuments(db, sessionId);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  expect(shown.length).toBeGreaterThan(models.length ** 2);
  const letters = new Map<string, Set<string>>();
  for (const { id: name, kind, label, text, of, in: place } of shown) {
    const authors = [of?.model, of?.lineage].flatMap((model) => model ?? []);
    const written = hideAuthor({ text: of?.markdown ?? "", models, authors, request });
    expect([place, name, kind, text.trim()]).toEqual([place, name, of?.type, written.trim()]);
    const [letter] = /(?<=(?:Proposal|Synthesis) )[A-Z]$/.exec(label) ?? [""];
    const whose = (of?.type === "final_synthesis" ? of.model : of?.lineage) ?? "the lead";
    if (letter !== "") letters.set(whose, (letters.get(whose) ?? new Set()).add(letter));
  }
  for (const { id: name, kind, label, text, of, in: place } of shown) {
    const subject = /^\[D(\d+)\] is read against the request/m.exec(text)?.[1];
    if (kind !== "antithesis" || subject === undefined) continue;
    const target = rows.find(({ number }) => number === Number(subject));
    const letter = letters
      .get(target?.model ?? "")
      ?.values()
      .next().value;
    expect([place, name, label, target?.model]).toEqual([place, name, `Review of Proposal ${letter}`, of?.lineage]);
  }
  expect([...letters.keys()].sort()).toEqual([...models].sort());
  expect([...letters.values()].flatMap((own) => [...own]).sort()).toEqual(models.map((_, index) => "ABC"[index]));
  return { rows, shown };
}

/** The given words that occur in the text as whole words, ignoring case. */
export const tellingWords = (text: string, words: readonly string[]): string[] =>
  words.filter((word) => new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, "iu").test(text));
