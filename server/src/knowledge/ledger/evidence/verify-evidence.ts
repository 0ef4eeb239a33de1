import type { EvidenceSection } from "../bundle/sections.ts";
import type { ReadingContext } from "../values/mention.ts";
import type { ValueRule } from "../values/typed-value.ts";
import { type BundleText, locateQuote, type QuoteFault, type QuoteHint } from "./locate-quote.ts";
import { supportsValue } from "./supports-value.ts";

/** Verified evidence: the exact slice of the bundle, and the section that contains it. */
export type Evidence = { quote: string; start: number; end: number; section: EvidenceSection };

export type Verification =
  | { ok: true; evidence: Evidence; reanchored: boolean; supported: boolean }
  | { ok: false; fault: QuoteFault };

export type VerificationInput = {
  hint: QuoteHint;
  rule: ValueRule & { labels?: readonly string[] | undefined };
  value: unknown;
};

/**
 * Checks a model's evidence against the bundle. The offsets and section that the model gives only help to find the
 * quote. A quote that is missing or ambiguous is never evidence.
 */
export function verifyEvidence(bundle: BundleText, input: VerificationInput, context: ReadingContext): Verification {
  const located = locateQuote(bundle, input.hint);
  if (!located.ok) return located;
  const { range, section, reanchored } = located;
  return {
    ok: true,
    evidence: { quote: bundle.text.slice(range.start, range.end), ...range, section },
    reanchored,
    supported: supportsValue(input.rule, input.value, bundle.text, range, context),
  };
}
