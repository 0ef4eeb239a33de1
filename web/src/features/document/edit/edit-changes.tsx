import type { DerivedChange, EditedDocument } from "@dialectic/contract";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatNumber } from "../../../ui/format.ts";

const shownAtMost = 20;

/** Shown after an edit: lists the claims, questions and other items that the edit removed. */
export function EditChanges({ edited, onClose }: { edited: EditedDocument; onClose: () => void }) {
  const removed = edited.changes.filter(({ change }) => change === "removed");
  if (removed.length === 0) return null;
  return (
    <Banner
      className="mb-6"
      tone="you"
      icon="warning"
      title={`Version ${edited.version} is saved. It no longer contains ${formatNumber(removed.length, "item")}.`}
      actions={
        <Button small onClick={onClose}>
          Close
        </Button>
      }
    >
      Later stages no longer read them.
      <ul className="mt-1 list-disc ps-5">
        {removed.slice(0, shownAtMost).map((change) => (
          <li key={[change.kind, change.id, change.text].join(" ")} className="break-words">
            {describe(change)}
          </li>
        ))}
      </ul>
      {removed.length > shownAtMost && `And ${removed.length - shownAtMost} more.`}
    </Banner>
  );
}

const names: Partial<Record<DerivedChange["kind"], string>> = { artifact: "part", work: "work item" };

function describe({ kind, id, text }: DerivedChange) {
  return (
    <>
      {[names[kind] ?? kind, kind === "artifact" ? null : id].filter(Boolean).join(" ")}: <bdi>{text}</bdi>
    </>
  );
}
