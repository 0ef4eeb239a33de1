import type { SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { UserDb } from "#platform";

type Row = {
  number: number;
  stage: string;
  type: string;
  model: string;
  /** Of the proposal it descends from. */
  lineage: string | null;
  prompt: string;
  markdown: string;
};

/** A document as it stands in a prompt. */
type Shown = { in: string; id: string; kind: string; label: string; text: string };

/** Every document of every prompt of a session, beside the document that has its number. */
export async function shownDocuments(db: UserDb, sessionId: SessionId) {
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
