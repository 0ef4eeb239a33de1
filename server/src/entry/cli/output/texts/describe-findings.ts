import {
  type Client,
  type DocumentSummary,
  describeFinding,
  type Finding,
  isInUse,
  isOpen,
  type Session,
} from "@dialectic/contract";
import type { Cli } from "../../cli.ts";
import { commandFor } from "../command-for.ts";
import { allDocuments } from "../list-pages.ts";

/** Formats a number of findings: `1 finding`. */
export const countFindings = (count: number): string => `${count} ${count === 1 ? "finding" : "findings"}`;

export const openOf = ({ findings }: Pick<DocumentSummary, "findings">): Finding[] => findings.filter(isOpen);

/** The documents of a session, or of one stage, that have open findings; replaced documents are left out. */
export async function documentsWithFindings(
  client: Client,
  session: Pick<Session, "id" | "stages">,
  stage?: string,
): Promise<DocumentSummary[]> {
  const documents = await allDocuments(client, session.id, { kind: "whole", stage });
  return documents.filter((one) => one.replacedBy === null && isInUse(one, session) && openOf(one).length > 0);
}

/** The open findings of these documents and the commands that resolve them; null if there are none. */
export function describeFindings(cli: Cli, documents: readonly DocumentSummary[]): string | null {
  const found = documents.filter((document) => openOf(document).length > 0);
  const [first] = found;
  if (!first) return null;
  const lines = found.flatMap((document) => [
    `  ${document.title}, ${document.stage}, by ${document.model} (${document.id}):`,
    ...openOf(document).map((finding) => `    ${describeFinding(finding)}`),
  ]);
  const id = found.length === 1 ? first.id : "<document>";
  const command = (words: string) => commandFor(cli.config, words);
  return [
    "Findings:",
    ...lines,
    `To fix a finding: ${command(`doc edit ${id} --file <file>`)} or ${command(`doc regenerate ${id}`)}. To accept it as it is: ${command(`doc accept ${id}`)}.`,
  ].join("\n");
}

/** The open findings of a session; null if there are none. */
export const findingsNote = async (cli: Cli, client: Client, session: Session): Promise<string | null> =>
  session.findings === 0 ? null : describeFindings(cli, await documentsWithFindings(client, session));
