/** The artifacts of the last step of each stage, in order. They are the same in both shipped processes. */
export const shippedArtifacts: Record<string, string[]> = {
  thesis: [
    "business-case",
    "feature-specification",
    "technical-approach",
    "success-metrics",
    "open-questions",
    "claims",
  ],
  antithesis: [
    "critique",
    "feasibility",
    "risk-register",
    "non-functional-requirements",
    "dependency-map",
    "scorecard",
  ],
  synthesis: ["requirements", "architecture", "technology-choices", "resolved-positions"],
  parenthesis: ["technical-requirements", "master-plan", "milestones"],
  paralysis: ["work-plan", "updated-master-plan", "recommendation"],
};
