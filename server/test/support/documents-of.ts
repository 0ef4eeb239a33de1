import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunSummary } from "@dialectic/contract";

/** Everything that a run wrote for readers, without the front matter, which contains times and job ids. */
export function documentsOf(summary: RunSummary): string[] {
  return summary.stages.flatMap((stage) =>
    stage.documents.map((one) =>
      readFileSync(join(summary.out, one.path), "utf8").replace(/^---\n[\s\S]*?\n---\n/, ""),
    ),
  );
}
