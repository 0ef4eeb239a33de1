import type { Document } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Refused } from "../../../api/explained.tsx";
import { documentVersionQuery } from "../../../api/queries.ts";
import { useEdit } from "../../../steering/use-steering.ts";
import { Button } from "../../../ui/button.tsx";
import { capitalise } from "../../../ui/format.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { LazyDiff } from "./lazy-diff.tsx";
import type { Earlier } from "./versions.tsx";

type CompareVersionsProps = { document: Document; earlier: Earlier; onClose: () => void };

/** An earlier text beside the current one, with the way back to it: it becomes the next version. */
export function CompareVersions({ document, earlier, onClose }: CompareVersionsProps) {
  const { data, error } = useQuery(documentVersionQuery(earlier.documentId, earlier.version));
  const edit = useEdit(document);
  return (
    <section aria-label={`Compared with ${earlier.name}`} className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button
          off={data === undefined}
          busy={edit.isPending ? "Saving…" : undefined}
          onClick={() =>
            data &&
            edit.mutate({ markdown: data.markdown, baseVersion: document.version }, { onSuccess: () => onClose() })
          }
        >
          Use this text again
        </Button>
        <Button onClick={onClose}>Close the comparison</Button>
      </div>
      <Refused error={error ?? edit.error} />
      {data ? (
        <LazyDiff
          left={data.markdown}
          right={document.markdown}
          leftTitle={capitalise(earlier.name)}
          rightTitle={`Version ${document.version}, current`}
        />
      ) : (
        <Skeleton lines={6} />
      )}
    </section>
  );
}
