import type { EvidenceCase } from "../../server/src/knowledge/ledger/evidence/damaged-evidence.fixture.ts";
import {
  composeBundle,
  evidenceSections,
  normalizeText,
  verifyEvidence,
} from "../../server/src/knowledge/ledger/index.ts";

/** `micros`: the processor time of the check, which a busy machine does not inflate. */
export type Verdict = { accept: boolean; section?: string; start?: number; end?: number; micros: number };

/** Relative dates in the data are counted from one fixed day, so that a result can be repeated. */
const context = { at: new Date("2026-01-01T12:00:00Z") };

/** Builds the turn's bundle and checks the operation as the product does. Offsets count within a section's own text. */
export function checkLine({ sections, op }: EvidenceCase): Verdict {
  const bundle = composeBundle(
    Object.fromEntries(evidenceSections.map((name) => [name, { text: normalizeText(sections[name] ?? "") }])),
  );
  const base = (name: string) => bundle.sections.find(({ section }) => section === name)?.range.start ?? 0;
  const shift = shiftFor(sections, op, base);
  const hint = { quote: op.quote, section: op.section, start: sum(op.startChar, shift), end: sum(op.endChar, shift) };
  const rule = { type: op.valueType, labels: [op.key.replaceAll(/[._-]/g, " ")] };
  const before = process.threadCpuUsage();
  const outcome = verifyEvidence(bundle, { hint, rule, value: op.value }, context);
  const { user, system } = process.threadCpuUsage(before);
  const micros = user + system;
  if (!outcome.ok || !outcome.supported) return { accept: false, micros };
  const { section, start, end } = outcome.evidence;
  return { accept: true, section, start: start - base(section), end: end - base(section), micros };
}

function sum(offset: number | undefined, shift: number | undefined): number | undefined {
  return offset === undefined || shift === undefined ? undefined : offset + shift;
}

/** Where offset 0 of the operation lies in the bundle: in its section, or without one in the section that has the quote there. */
function shiftFor(
  sections: EvidenceCase["sections"],
  { section, quote, startChar }: EvidenceCase["op"],
  base: (name: string) => number,
): number | undefined {
  const present = evidenceSections.filter((name) => sections[name]);
  const named = present.find((name) => name === section);
  if (named) return base(named);
  const matching = present.filter((name) => sections[name]?.startsWith(quote, startChar ?? 0));
  const [only, second] = matching.length > 0 ? matching : present;
  return only && !second ? base(only) : undefined;
}
