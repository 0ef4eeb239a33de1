import type {
  CatalogueSuggestions,
  FieldWhy,
  Item,
  ItemAction,
  ItemEvent,
  ItemField,
  ItemLine,
  LineAction,
} from "@dialectic/contract";
import { list, table } from "../table.ts";
import { describeFact, describeWhy } from "./describe-facts.ts";

export const describeItems = (items: readonly Item[]): string =>
  items.length === 0
    ? 'No items were found. Add one with "items add PROJECT NAME".'
    : table(
        ["name", "facts", "to review", "lines", "planned", "id"],
        items.map(({ id, name, facts, toReview, lines, planned }) => [
          name,
          String(facts),
          String(toReview),
          String(lines),
          planned.map(({ currency, amount }) => formatPrice(amount, currency)).join(" + ") || "-",
          id,
        ]),
      );

export function describeItem({ name, status, fields, questions }: Item): string {
  const heading = status === "live" ? name : `${name} (${status})`;
  const known = fields.length === 0 ? "Nothing is known about it yet." : list(fields.map(fieldLine));
  const open = questions.map(({ key, question }) => `- ${question} (${key})`).join("\n");
  return [heading, known, ...(open ? [`Still open:\n${open}`] : [])].join("\n\n");
}

function fieldLine({ key, text, source, facts, conflicts, proposed }: ItemField): [string, string] {
  const stated = facts.map((fact) => fact.text).join(", ");
  const remarks = [
    ...(source === "override" ? ["set by hand"] : []),
    ...(source === "override" && stated !== text && stated !== "" ? [`facts say ${stated}`] : []),
    ...(conflicts > 0 ? [`${conflicts} contradicting`] : []),
    ...(proposed > 0 ? [`${proposed} proposed`] : []),
  ];
  return [key, `${text || "-"}${remarks.length > 0 ? ` (${remarks.join("; ")})` : ""}`];
}

export const describeItemAction = (project: string, { action, item }: ItemAction): string =>
  action === null ? "Nothing had to change." : `${describeItem(item)}\n\n${howToUndo(project, action)}`;

export const describeLineAction = (project: string, { action, line }: LineAction): string =>
  action === null ? "Nothing had to change." : `${describeLines([line])}\n\n${howToUndo(project, action)}`;

const howToUndo = (project: string, action: number): string => `Undo it with "items undo ${project} ${action}".`;

export function describeFieldWhy({ item, field, facts, conflicts, proposed, edits }: FieldWhy): string {
  const [, shown] = fieldLine(field);
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}\n${lines.join("\n")}`];
  return [
    `${item.name}, ${field.label}: ${shown}`,
    ...(field.override?.reason ? [`Set by hand because: ${field.override.reason}`] : []),
    ...facts.map(describeWhy),
    ...part("Contradictions:", conflicts.map(describeFact)),
    ...part("Proposed:", proposed.map(describeFact)),
    ...part("Changed by hand:", edits.map(itemEventLine)),
  ].join("\n\n");
}

const itemEventLine = ({ seq, at, act, reason, undoes }: ItemEvent): string =>
  `${seq}  ${at}  ${act.replaceAll("-", " ")}${undoes === null ? "" : ` of ${undoes}`}${reason ? ` (${reason})` : ""}`;

export const describeItemEvents = (events: readonly ItemEvent[], items: readonly Item[]): string => {
  const nameOf = new Map(items.map(({ id, name }) => [id, name]));
  return events.length === 0
    ? "Nothing has happened yet."
    : events.map((event) => `${itemEventLine(event)}  ${nameOf.get(event.itemId) ?? event.itemId}`).join("\n");
};

export const describeLines = (lines: readonly ItemLine[]): string =>
  lines.length === 0
    ? "The item has no lines."
    : table(
        ["line", "name", "kind", "quantity", "price", "total", "catalogue"],
        lines.map(({ position, name, kind, quantity, unit, unitPrice, currency, total, catalogue }) => [
          String(position),
          name,
          kind,
          quantity === null ? "-" : `${quantity}${unit ? ` ${unit}` : ""}`,
          unitPrice === null ? "-" : formatPrice(unitPrice, currency ?? ""),
          total === null ? "-" : formatPrice(total, currency ?? ""),
          catalogue?.name ?? "-",
        ]),
      );

export function describeSuggestions({ name, candidates, preselected }: CatalogueSuggestions): string {
  if (candidates.length === 0) return `The catalogue has nothing like "${name}". "items link … --new NAME" adds it.`;
  const rows = candidates.map((one) => [
    one.id === preselected ? "*" : "",
    one.name,
    one.confidence.toFixed(2),
    one.by === "name" ? "the same name" : `${one.by}: ${one.matched}`,
    one.id,
  ]);
  const close = preselected === null ? "\nNo entry is clearly the best match: choose one." : "";
  return `${table(["", "entry", "confidence", "by", "id"], rows)}${close}`;
}

export const formatPrice = (amount: number, currency: string): string =>
  `${amount.toLocaleString("en-US", { maximumFractionDigits: 4 })} ${currency}`.trimEnd();
