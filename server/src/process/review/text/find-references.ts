import { proseLines } from "./prose-lines.ts";

export const referenceKinds = ["C", "D", "F", "Q"] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** One id in square brackets. `paragraph` counts from 1 and includes headings and tables. */
export type Reference = { paragraph: number; kind: ReferenceKind; number: number };

/** The references in a document, each once per paragraph: `[C4]`, `[D1, D2]`, `[F3][Q1]`. */
export function findReferences(markdown: string): Reference[] {
  const found = new Map<string, Reference>();
  let paragraph = 0;
  let isOpen = false;
  for (const line of proseLines(markdown)) {
    if (line.trim() === "") isOpen = false;
    else if (!isOpen) {
      isOpen = true;
      paragraph += 1;
    }
    for (const { kind, number } of idsIn(line))
      found.set(`${paragraph} ${kind} ${number}`, { paragraph, kind, number });
  }
  return [...found.values()];
}

function idsIn(line: string): Omit<Reference, "paragraph">[] {
  return [...line.matchAll(/\[([^[\]]{2,200})\]/g)].flatMap(([, inside = ""]) => {
    const ids = inside.split(/[\s,;]+/).map((part) => /^([CDFQ])(\d{1,6})$/.exec(part));
    if (ids.some((one) => one === null)) return [];
    return ids.flatMap((one) => {
      const kind = referenceKinds.find((letter) => letter === one?.[1]);
      return kind ? [{ kind, number: Number(one?.[2]) }] : [];
    });
  });
}
