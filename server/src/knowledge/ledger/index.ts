/**
 * The ledger: what was said becomes facts with the exact quote they came from.
 *
 * - `bundle/`: the immutable text of one turn in five sections, and the index of where each stands. The index is made while
 *   the text is composed, so a header that a user or a model types can never forge a section.
 * - `evidence/`: finds a quote in a bundle and decides whether its words say the value. What a model says about offsets,
 *   sections and confidence is a hint, never a proof.
 * - `values/`: numbers, quantities, money, dates, ranges, booleans and options, read from words or data into one canonical
 *   form, in which 6 m and 600 cm are equal.
 * - `registry/`: the keys that facts may have, by domain (`server/seed/fact-keys`), with type, risk and block.
 * - `operations/`: reads what an extractor answered, and checks each operation by itself.
 * - `reconcile/`: what becomes of an operation: accepted, corroboration, conflict, proposed or superseding.
 *
 * Always true: evidence lies inside one section that a user or a model wrote, its quote is the exact slice of the bundle, and
 * no text of a model is accepted without a person. These are pure functions; they own no tables yet.
 */
export { composeBundle, normalizeText } from "./bundle/compose-bundle.ts";
export { evidenceSections } from "./bundle/sections.ts";
export { type Evidence, type Verification, verifyEvidence } from "./evidence/verify-evidence.ts";
