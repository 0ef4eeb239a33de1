import type { StageRun } from "@dialectic/contract";

/** The progress of combining. The number of texts becomes known as it goes, so the second figure may grow. */
export const combiningText = ({ combining }: Pick<StageRun, "combining">): string =>
  combining ? `combining ${combining.done} of ${combining.of}` : "";
