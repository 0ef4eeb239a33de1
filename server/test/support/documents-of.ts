import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunSummary } from "@dialectic/contract";

/** Everything readers see of a run: front matter, which says when and by which job, taken off. */
export function documentsOf(summary: RunSummary): string[] {
  return summary.stages.flatMap((stage) =>
    stage.documents.map((one) =>
      readFileSync(join(summary.out, one.path), "utf8").replace(/^---\n[\s\S]*?\n---\n/, ""),
    ),
  );
}
