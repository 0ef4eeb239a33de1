/** The sections of a turn bundle, in the order of its text. */
export const sectionNames = ["TURN_META", "STRUCTURED_QUESTIONS", "USER_ANSWERS", "FREE_CHAT", "AGENT_OUTPUT"] as const;
export type SectionName = (typeof sectionNames)[number];

/**
 * The sections that can contain evidence. Metadata and questions are written by this program, so they are not evidence.
 */
export const evidenceSections = ["USER_ANSWERS", "FREE_CHAT", "AGENT_OUTPUT"] as const;
export type EvidenceSection = (typeof evidenceSections)[number];

export function isEvidenceSection(name: string): name is EvidenceSection {
  return (evidenceSections as readonly string[]).includes(name);
}

/** Part of the bundle's text: from `start` up to, but not including, `end`, in UTF-16 units. */
export type Range = { start: number; end: number };

/**
 * The position of one section in the bundle. `range` covers its text without the header; it is empty for a section that
 * reads `(none)`. `parts` are the spans that a person or model stated: in USER_ANSWERS, the answers without their
 * labels.
 */
export type SectionIndex = { section: SectionName; range: Range; parts: Range[] };
