import type { StageRun } from "@dialectic/contract";

/** How far combining has come; how many texts it takes shows as it goes, so the second figure may grow. */
export const combiningText = ({ combining }: Pick<StageRun, "combining">): string =>
  combining ? `combining ${combining.done} of ${combining.of}` : "";
