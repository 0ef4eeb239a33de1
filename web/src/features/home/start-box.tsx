import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { ErrorMessage } from "../../api/error-message.tsx";
import { explain } from "../../api/explain.ts";
import { useSingleMutation } from "../../api/use-single-mutation.ts";
import { DraftNote } from "../../parts/drafts/draft-note.tsx";
import { drafts } from "../../parts/drafts/drafts.ts";
import { useBudgetField } from "../../parts/money/use-budget-field.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Reason } from "../../ui/reason.tsx";
import { AutoToggle, RunOptions } from "./run-options.tsx";
import { RunQuote } from "./run-quote.tsx";
import { startRun } from "./start-run.ts";
import { useBriefDraft } from "./use-brief-draft.ts";
import { useRunChoice } from "./use-run-choice.ts";

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The box to start a project. Its text is kept as a draft in this browser until the project is started. */
export function StartBox() {
  const { field, brief, briefId, briefName, fileProblem, setBrief, addFile } = useBriefDraft();
  const file = useRef<HTMLInputElement>(null);
  const runs = useRunChoice();
  const budget = useBudgetField();
  const navigate = useNavigate();
  const start = useSingleMutation({
    mutationFn: startRun,
    onSuccess: (session, started) => {
      drafts.settle(field.subject, started.brief);
      return navigate({ to: "/sessions/$sessionId", params: { sessionId: session.id } });
    },
  });

  const missing = whatIsMissing(brief, runs?.choice.models.length);
  const press = () => {
    if (missing || !runs) return;
    const cap = budget.read();
    if (cap.ok) start.mutate({ brief, briefId, briefName, choice: runs.choice, budget: cap.budget });
  };

  return (
    <section aria-labelledby="ask">
      <h1 id="ask" className="mb-4 text-2xl font-semi tracking-[-.02em]">
        What should be planned?
      </h1>
      <div className="relative rounded-[12px] border border-control bg-panel shadow-lift has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 has-[textarea:focus-visible]:outline-ink">
        <label htmlFor="brief" className="sr-only">
          Your brief
        </label>
        <textarea
          id="brief"
          dir="auto"
          rows={4}
          value={brief}
          onChange={(event) => setBrief(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) press();
          }}
          placeholder="Describe it as you would to a colleague: what, for whom, by when, what must not happen."
          className="block field-sizing-content max-h-[50vh] min-h-28 w-full resize-none rounded-t-[12px] px-[18px] pt-4 pb-2 text-lg outline-none"
        />
        <div className="px-[18px]">
          <DraftNote field={field} />
        </div>
        <div className="flex flex-wrap items-center gap-1.5 px-2.5 pt-2 pb-2.5 ps-3">
          <input
            ref={file}
            type="file"
            hidden
            accept=".md,.markdown,.txt,text/*"
            onChange={(event) => {
              void addFile(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
          <Button small onClick={() => file.current?.click()}>
            <Icon name="clip" size={14} />
            Add a file
          </Button>
          {runs && <RunOptions {...runs} />}
          <Button
            variant="primary"
            className="ms-auto max-mid:w-full"
            off={missing !== null || !runs}
            busy={start.isPending ? "Starting…" : undefined}
            aria-describedby={missing ? "start-why" : undefined}
            onClick={press}
          >
            Start <kbd className="max-mid:hidden">{isApple ? "⌘↵" : "Ctrl ↵"}</kbd>
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-1 pt-2.5">
        {missing ? (
          <Reason id="start-why" icon="right">
            {missing}
          </Reason>
        ) : (
          runs && <RunQuote subject={{ brief }} choice={runs.choice} budget={budget} />
        )}
        {runs && <AutoToggle {...runs} />}
      </div>
      {fileProblem && (
        <Banner tone="bad" icon="warning" title="The file was not added." className="mt-3">
          {fileProblem}
        </Banner>
      )}
      {start.isError && (
        <Banner tone="bad" icon="warning" title={`${explain(start.error).title}.`} className="mt-3">
          <ErrorMessage error={start.error} /> Your text is still here.
        </Banner>
      )}
    </section>
  );
}

function whatIsMissing(brief: string, models: number | undefined): string | null {
  if (brief.trim() === "") return "Describe what should be planned, or add a file.";
  if (models === 0) return "Choose at least one model.";
  return null;
}
