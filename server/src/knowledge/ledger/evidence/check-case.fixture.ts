import { composeBundle, normalizeText } from "../bundle/compose-bundle.ts";
import { type EvidenceSection, evidenceSections, type Range } from "../bundle/sections.ts";
import { registryFor } from "../registry/shipped-keys.ts";
import type { EvidenceCase } from "./damaged-evidence.fixture.ts";
import { type Evidence, verifyEvidence } from "./verify-evidence.ts";

/** `micros`: the check's processor time in microseconds, which does not depend on how busy the machine is. */
export type Verdict = { accept: boolean; section?: string; start?: number; end?: number; micros: number };

/** Relative dates in the data are counted from one fixed day, so that a result can be repeated. */
const context = { at: new Date("2026-01-01T12:00:00Z") };
const registry = registryFor("event-production");

/**
 * Builds the turn's bundle and checks the operation as the product does. The operation states the type of its value;
 * the registry's other rules for the key apply only if the key has this type. Offsets refer to the section's text as it
 * was given; in the bundle, line ends are `\n`.
 */
export function checkCase({ sections, op }: EvidenceCase): Verdict {
  const bundle = composeBundle(
    Object.fromEntries(evidenceSections.map((name) => [name, { text: normalizeText(sections[name] ?? "") }])),
  );
  const base = (name: string) => bundle.sections.find(({ section }) => section === name)?.range.start ?? 0;
  const place = placeOf(sections, op, base);
  const known = registry.get(op.key);
  const labels = [op.key.replaceAll(/[._-]/g, " "), ...(known ? [known.label] : [])];
  const rule = { ...(known?.type === op.valueType ? known : {}), type: op.valueType, labels };
  const input = { hint: { quote: op.quote, section: op.section, ...place }, rule, value: op.value };
  const before = process.threadCpuUsage();
  const outcome = verifyEvidence(bundle, input, context);
  const { user, system } = process.threadCpuUsage(before);
  const micros = user + system;
  if (!outcome.ok || !outcome.supported) return { accept: false, micros };
  return { accept: true, ...asGiven(sections, outcome.evidence, base(outcome.evidence.section)), micros };
}

/**
 * The position in the bundle that the operation claims for its quote. If the operation names no section, the section that
 * contains the quote is assumed.
 */
function placeOf(
  sections: EvidenceCase["sections"],
  { section, quote, startChar, endChar }: EvidenceCase["op"],
  base: (name: string) => number,
): Partial<Range> {
  if (startChar === undefined) return {};
  const present = evidenceSections.filter((name) => sections[name]);
  const holders = [
    present.filter((name) => name === section),
    present.filter((name) => sections[name]?.startsWith(quote, startChar)),
    present.filter((name) => sections[name]?.includes(quote)),
    present,
  ];
  const [only, second] = holders.find((names) => names.length > 0) ?? [];
  if (!only || second) return {};
  const shift = base(only) - (sections[only]?.startsWith(quote, startChar) ? returnsIn(sections[only], startChar) : 0);
  const end = endChar === undefined ? {} : { end: endChar + shift - returnsIn(quote, quote.length) };
  return { start: startChar + shift, ...end };
}

const returnsIn = (text: string, end: number): number => text.slice(0, end).match(/\r\n/g)?.length ?? 0;

/** Converts the offsets of the evidence into offsets in the section's text as it was given. */
function asGiven(sections: EvidenceCase["sections"], { section, start, end }: Evidence, base: number) {
  const text = sections[section as EvidenceSection] ?? "";
  const given = (units: number): number => {
    if (!text.includes("\r\n")) return units;
    let at = 0;
    for (let count = 0; count < units && at < text.length; count += 1) at += text.startsWith("\r\n", at) ? 2 : 1;
    return at;
  };
  return { section, start: given(start - base), end: given(end - base) };
}
