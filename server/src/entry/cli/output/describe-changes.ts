import type { DerivedChange, EditedDocument } from "@dialectic/contract";
import type { Cli } from "../cli.ts";
import { commandFor } from "./command-for.ts";

const headings = {
  removed: "No longer read out of it:",
  changed: "Changed:",
  added: "New:",
};
const names: Partial<Record<DerivedChange["kind"], string>> = { work: "piece of work" };
/** A long list hides its first lines; `--json` has all of them. */
const mostLines = 20;
const longest = 100;

/** What an edit did to all that is read out of a document; empty where it did nothing to it. */
export function describeChanges({
  changes,
  changesLeftOut,
}: Pick<EditedDocument, "changes" | "changesLeftOut">): string {
  const parts = (["removed", "changed", "added"] as const).flatMap((kind) => {
    const own = changes.filter(({ change }) => change === kind);
    if (own.length === 0) return [];
    const more = own.length > mostLines ? [`  and ${own.length - mostLines} more`] : [];
    return [[headings[kind], ...own.slice(0, mostLines).map(toLine), ...more].join("\n")];
  });
  if (changesLeftOut > 0) parts.push(`Not listed: ${changesLeftOut} further changes.`);
  return parts.join("\n");
}

function toLine({ kind, id, text, before, after }: DerivedChange): string {
  const what = kind === "artifact" ? [kind] : [names[kind] ?? kind, id ?? ""];
  const values = [before, after].filter((value) => value !== null);
  const short = text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
  const words = [...what, values.join(" → ")].filter(Boolean).join(" ");
  return `  ${[words, short.replace(/\s+/g, " ")].filter(Boolean).join(": ")}`;
}

/** A document that got another text: its version, the way back, and what the text removed. */
export function describeEdited(cli: Cli, document: EditedDocument, before: number): string {
  const earlier = commandFor(cli.config, `doc show ${document.id} --earlier ${before}`);
  const changes = describeChanges(document);
  const said = changes === "" ? [] : [changes];
  return [`${document.title} is at version ${document.version} now; ${earlier} shows the text before.`, ...said].join(
    "\n",
  );
}
