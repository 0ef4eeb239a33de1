import type { DerivedChange, EditedDocument } from "@dialectic/contract";
import type { Cli } from "../../cli.ts";
import { commandFor } from "../command-for.ts";

const headings = {
  removed: "Removed:",
  changed: "Changed:",
  added: "New:",
};
const names: Partial<Record<DerivedChange["kind"], string>> = { work: "work item" };
/** The maximum number of lines. Further changes are only counted; `--json` lists all of them. */
const mostLines = 20;
const longest = 100;

/** The claims, questions, milestones and other items that an edit removed, changed or added; empty if there are none. */
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
  if (changesLeftOut > 0) parts.push(`${changesLeftOut} more changes are not listed.`);
  return parts.join("\n");
}

function toLine({ kind, id, text, before, after }: DerivedChange): string {
  const what = kind === "artifact" ? [kind] : [names[kind] ?? kind, id ?? ""];
  const values = [before, after].filter((value) => value !== null);
  const short = text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
  const words = [...what, values.join(" → ")].filter(Boolean).join(" ");
  return `  ${[words, short.replace(/\s+/g, " ")].filter(Boolean).join(": ")}`;
}

/** The result of an edit: the new version, how to see the old text, and what changed. */
export function describeEdited(cli: Cli, document: EditedDocument, before: number): string {
  if (document.version === before) {
    return `Nothing changed: ${document.title} already has this text (version ${before}).`;
  }
  const earlier = commandFor(cli.config, `doc show ${document.id} --earlier ${before}`);
  const changes = describeChanges(document);
  const result = `${document.title} is now at version ${document.version}. Run ${earlier} to see the previous text.`;
  return changes === "" ? result : `${result}\n${changes}`;
}
