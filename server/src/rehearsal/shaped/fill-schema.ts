import type { Shape, ShapePart } from "#models";
import { fillNumber, fillString } from "./fill-value.ts";
import type { Source } from "./source.ts";

type Place = { root: Shape; about: string; depth: number };

/** The number of list items if the schema does not set it. */
const usualItems = 3;
/** The depth from which on optional properties and optional list items are left out. */
const deepest = 5;

/** A value of this shape, made from the text of the prompt. The same prompt and shape give the same value. */
export function fillSchema(root: Shape, source: Source): unknown {
  return fill(root, source, { root, about: "", depth: 0 });
}

function fill(part: ShapePart, source: Source, place: Place): unknown {
  if (typeof part === "boolean") return source.quote(place.about);
  const here = { ...place, about: `${place.about} ${part.description ?? ""}` };
  if (part.$ref !== undefined) return fill(resolve(part.$ref, place.root), source, { ...here, depth: here.depth + 1 });
  if (part.const !== undefined) return part.const;
  if (part.enum) return part.enum.find((option) => isNamed(option, source)) ?? part.enum[0];
  const options = part.anyOf ?? part.oneOf;
  if (options) return fill(choose(options, source, here), source, here);
  if (part.allOf) return Object.assign({}, ...part.allOf.map((one) => fill(one, source, here)));
  const type = Array.isArray(part.type) ? part.type.find((one) => one !== "null") : part.type;
  switch (type) {
    case "object":
      return fillObject(part, source, here);
    case "array":
      return fillArray(part, source, here);
    case "integer":
    case "number":
      return fillNumber(part, source, here.about);
    case "boolean":
      return isNamed(here.about.trim(), source);
    case "null":
      return null;
    default:
      return fillString(part, source, here.about);
  }
}

function fillObject(part: Shape, source: Source, place: Place): Record<string, unknown> {
  const known = part.properties ?? {};
  const required = part.required ?? [];
  const optional = place.depth < deepest ? Object.keys(known).filter((name) => !required.includes(name)) : [];
  return Object.fromEntries(
    [...required, ...optional].map((name) => [
      name,
      fill(known[name] ?? part.additionalProperties ?? true, source, { ...place, about: name, depth: place.depth + 1 }),
    ]),
  );
}

function fillArray(part: Shape, source: Source, place: Place): unknown[] {
  const deeper = { ...place, depth: place.depth + 1 };
  if (Array.isArray(part.items)) return part.items.map((one) => fill(one, source, deeper));
  const least = part.minItems ?? 0;
  const count = place.depth < deepest ? Math.max(least, Math.min(usualItems, part.maxItems ?? usualItems)) : least;
  const items = part.items ?? true;
  return Array.from({ length: count }, () => fill(items, source, deeper));
}

/**
 * The first option that the prompt names, else the first that is not null. At the greatest depth, the first that has no
 * children.
 */
function choose(options: ShapePart[], source: Source, place: Place): ShapePart {
  const shapes = options.filter((option) => typeof option === "object");
  const ends = (one: Shape) => one.$ref === undefined && one.type !== "object" && one.type !== "array";
  if (place.depth >= deepest) return shapes.find(ends) ?? options[0] ?? true;
  const marks = (one: Shape) =>
    Object.values(one.properties ?? {}).flatMap((field) => (typeof field === "object" ? (field.const ?? []) : []));
  const named = shapes.find((one) => [one.const, ...marks(one)].some((mark) => isNamed(mark, source)));
  return named ?? shapes.find((one) => one.type !== "null") ?? options[0] ?? true;
}

const isNamed = (value: unknown, { text }: Source): boolean =>
  typeof value === "string" && value !== "" && text.toLowerCase().includes(value.toLowerCase());

function resolve(ref: string, root: Shape): ShapePart {
  const steps = ref.split("/").slice(1);
  let at: unknown = root;
  for (const step of steps) at = typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined;
  return typeof at === "object" && at !== null ? at : true;
}
