import { critique } from "./antithesis/critique.ts";
import { feasibility } from "./antithesis/feasibility.ts";
import { dependencyMap, nonFunctionalRequirements, riskRegister } from "./antithesis/registers.ts";
import { scorecard } from "./antithesis/scorecard.ts";
import { masterPlan } from "./plan/master-plan.ts";
import { milestones } from "./plan/milestones.ts";
import { recommendation } from "./plan/recommendation.ts";
import { technicalRequirements } from "./plan/technical-requirements.ts";
import { updatedMasterPlan } from "./plan/updated-master-plan.ts";
import { workPlan } from "./plan/work-plan.ts";
import { architecture } from "./synthesis/architecture.ts";
import { requirements } from "./synthesis/requirements.ts";
import { resolvedPositions } from "./synthesis/resolved-positions.ts";
import { technologyChoices } from "./synthesis/technology-choices.ts";
import { businessCase } from "./thesis/business-case.ts";
import { claims } from "./thesis/claims.ts";
import { featureSpecification } from "./thesis/feature-specification.ts";
import { openQuestions } from "./thesis/open-questions.ts";
import { successMetrics } from "./thesis/success-metrics.ts";
import { technicalApproach } from "./thesis/technical-approach.ts";
import type { ArtifactWriter } from "./workspace.ts";

/** The writer of each artifact, by the artifact's key. */
export const artifactWriters: Record<string, ArtifactWriter | undefined> = {
  "business-case": businessCase,
  "feature-specification": featureSpecification,
  "technical-approach": technicalApproach,
  "success-metrics": successMetrics,
  "open-questions": openQuestions,
  claims,
  critique,
  feasibility,
  "risk-register": riskRegister,
  "non-functional-requirements": nonFunctionalRequirements,
  "dependency-map": dependencyMap,
  scorecard,
  requirements,
  architecture,
  "technology-choices": technologyChoices,
  "resolved-positions": resolvedPositions,
  "technical-requirements": technicalRequirements,
  "master-plan": masterPlan,
  milestones,
  "work-plan": workPlan,
  "updated-master-plan": updatedMasterPlan,
  recommendation,
};
