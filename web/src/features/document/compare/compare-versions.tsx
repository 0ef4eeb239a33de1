import type { Document } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { ErrorLine } from "../../../api/error-message.tsx";
import { documentVersionQuery } from "../../../api/queries.ts";
import { useEdit } from "../../../parts/steering/use-steering.ts";
import { Button } from "../../../ui/button.tsx";
import { capitalise } from "../../../ui/format.ts";
import { Skeleton } from "../../../ui/page/skeleton.tsx";
import { LazyDiff } from "./lazy-diff.tsx";
import type { Earlier } from "./versions.tsx";

type CompareVersionsProps = { document: Document; earlier: Earlier; onClose: () => void };

/** Compares an earlier text with the current one. The earlier text can be restored as the next version. */
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
          Restore this text
        </Button>
        <Button onClick={onClose}>Close comparison</Button>
      </div>
      <ErrorLine error={error ?? edit.error} />
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
