import type { Document } from "@dialectic/contract";
import { ErrorLine } from "../../../api/error-message.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { LazyDiff } from "../compare/lazy-diff.tsx";

type EditConflictProps = {
  title: string;
  mine: string;
  theirs: Pick<Document, "markdown" | "version" | "title">;
  isSaving: boolean;
  error: Error | null;
  onTakeMine: () => void;
  onTakeTheirs: () => void;
  onMerge: () => void;
};

/** Shows a draft next to the text that was saved meanwhile. Both are kept until the user decides. */
export function EditConflict(props: EditConflictProps) {
  const { title, mine, theirs, isSaving, error, onTakeMine, onTakeTheirs, onMerge } = props;
  return (
    <section aria-label="Edit conflict" className="mb-6 space-y-3">
      <Banner tone="you" icon="merge" title={title}>
        Both texts are kept. Choose one of them, or merge them by hand. What you save becomes the next version, and
        version {theirs.version} stays in the list of versions.
      </Banner>
      <div className="flex flex-wrap gap-2">
        <Button busy={isSaving ? "Saving…" : undefined} onClick={onTakeMine}>
          Use my text
        </Button>
        <Button off={isSaving} onClick={onTakeTheirs}>
          Use the saved text
        </Button>
        <Button off={isSaving} onClick={onMerge}>
          Merge by hand
        </Button>
      </div>
      <ErrorLine error={error} />
      <LazyDiff
        left={theirs.markdown}
        right={mine}
        leftTitle={`Saved, version ${theirs.version}`}
        rightTitle="Your text, not saved"
      />
    </section>
  );
}
