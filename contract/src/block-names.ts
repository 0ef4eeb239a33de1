/** The knowledge blocks that fact keys belong to. A project and an item each have one more block, for open questions. */
export const projectBlocks = ["summary", "constraints", "logistics", "timeline", "budget", "decisions"] as const;
export const itemBlocks = [
  "summary",
  "dimensions",
  "materials",
  "production",
  "installation",
  "logistics",
  "constraints",
  "decisions",
] as const;
