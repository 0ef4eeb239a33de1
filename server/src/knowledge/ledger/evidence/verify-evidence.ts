import type { EvidenceSection } from "../bundle/sections.ts";
import type { ReadingContext } from "../values/mention.ts";
import type { ValueRule } from "../values/typed-value.ts";
import { type BundleText, locateQuote, type QuoteFault, type QuoteHint } from "./locate-quote.ts";
import { supportsValue } from "./supports-value.ts";

/** Evidence that stands: the exact slice of the bundle, and the section by its position. */
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
 * Checks a model's evidence against the bundle. What the model says about offsets and sections only helps to find the
 * quote; a quote that is not there, or occurs in more than one place, is never evidence.
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
