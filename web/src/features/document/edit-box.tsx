import type { Document } from "@dialectic/contract";
import { useState } from "react";
import { Refused } from "../../api/explained.tsx";
import { useEdit } from "../../steering/use-steering.ts";
import { Button } from "../../ui/button.tsx";

/** The text as it is written, to be changed. It is based on the version it began with: a newer one is never lost. */
export function EditBox({ document, onDone }: { document: Document; onDone: () => void }) {
  const [base] = useState({ version: document.version, markdown: document.markdown });
  const [markdown, setMarkdown] = useState(base.markdown);
  const edit = useEdit(document);
  const isSame = markdown === base.markdown;
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSame) onDone();
        else if (!edit.isPending) edit.mutate({ markdown, baseVersion: base.version }, { onSuccess: onDone });
      }}
    >
      <label className="block text-xs text-ink-3">
        The next stage reads this text; the one before is kept.
        <textarea
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the reader has just asked to write here
          autoFocus
          rows={24}
          value={markdown}
          onChange={(event) => setMarkdown(event.target.value)}
          className="mt-1.5 block w-full resize-y rounded-2 border border-control bg-panel px-3 py-2 font-mono text-sm text-ink"
        />
      </label>
      <Refused error={edit.error} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={edit.isPending ? "Saving…" : undefined}>
          Save this text
        </Button>
        <Button onClick={onDone}>Leave it as it was</Button>
      </div>
    </form>
  );
}
