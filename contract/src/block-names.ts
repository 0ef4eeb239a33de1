/** The blocks that keys of the project and of items feed. Each has one for open questions besides. */
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
