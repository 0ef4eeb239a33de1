import { claimShapes } from "./claims.ts";
import { dependencyShapes } from "./dependencies.ts";
import { headingShapes } from "./headings.ts";
import { milestoneHeadings, requirementHeadings, workHeadings } from "./ids.ts";
import { milestoneShapes, requirementShapes, workShapes } from "./plans.ts";
import { questionShapes } from "./questions.ts";
import { choiceShapes, registerShapes, riskShapes } from "./registers.ts";
import { scoreShapes } from "./scores.ts";
import type { ShapeGroup } from "./shape.ts";
import { statusShapes } from "./statuses.ts";
import { stepShapes } from "./steps.ts";
import { verdictShapes } from "./verdicts.ts";
import { byteShapes, closingShapes, openingShapes, signShapes, thinkingShapes, wrappingShapes } from "./wrapping.ts";

/**
 * At most one shape of each group is applied, in the order of this list: first inside the artifacts, then to their headings,
 * then around the answer, and last to its bytes. A shape changes nothing in an artifact if an earlier shape removed what it
 * looks for.
 */
export const shapes: readonly ShapeGroup[] = [
  claimShapes,
  questionShapes,
  scoreShapes,
  verdictShapes,
  riskShapes,
  registerShapes("Dependency map"),
  choiceShapes,
  dependencyShapes,
  requirementShapes,
  requirementHeadings,
  milestoneShapes,
  milestoneHeadings,
  workShapes,
  stepShapes,
  workHeadings,
  statusShapes,
  headingShapes,
  openingShapes,
  closingShapes,
  signShapes,
  wrappingShapes,
  thinkingShapes,
  byteShapes,
];
