import type { ExpectedWork } from "@dialectic/contract";
import { useLiveText } from "../../../live/live-context.ts";
import { newestRun } from "../../../live/live-texts.ts";
import { cx } from "../../../ui/cx.ts";
import { formatNumber } from "../../../ui/format.ts";
import { DocumentText } from "../../../ui/markdown/markdown.tsx";
import { Skeleton } from "../../../ui/page/skeleton.tsx";
import type { Column } from "../stage/stage-columns.ts";
import { lastLines } from "./excerpt.ts";

/** The number of characters that roughly fill a card. A longer text fades out at the top. */
const fadesFrom = 600;

/**
 * Shows the newest words of a document that is being written. When the document is finished, it takes the place of this
 * card.
 */
export function WritingCard({ piece, tall }: { piece: ExpectedWork; tall: boolean }) {
  const live = useLiveText(piece.jobId);
  const { text, isWhole } = live ? newestRun(live) : { text: "", isWhole: true };
  const isContinued = live !== undefined && live.continuation > 0;
  return (
    <article
      aria-label={`${piece.label}, ${piece.model}, being written`}
      className="max-w-[680px] pt-3 not-first-of-type:mt-4 not-first-of-type:border-t not-first-of-type:border-line"
    >
      <h3 className="mb-1 text-sm font-strong text-ink-2" dir="auto">
        {piece.label}
        {isContinued && <span className="ms-2 font-normal text-ink-3">part {live.continuation + 1}</span>}
      </h3>
      {text === "" ? (
        <>
          <p className="text-sm text-ink-2">
            {isContinued
              ? "The answer was cut off and is being continued."
              : "Started. The text appears here as it is written."}
          </p>
          <Skeleton lines={3} className="mt-3" />
        </>
      ) : (
        // The text is aligned to the bottom, so that a full card keeps its size as the text grows.
        <div
          className={cx(
            "live-text flex flex-col justify-end overflow-hidden",
            text.length > fadesFrom && "mask-[linear-gradient(transparent,#000_48px)]",
            tall ? "max-h-[440px]" : "max-h-[220px]",
          )}
        >
          {!isWhole && <p className="text-xs text-ink-3">The beginning will appear in the finished document.</p>}
          <DocumentText markdown={lastLines(text)} under={3} inCard />
        </div>
      )}
    </article>
  );
}

/** What screen readers announce: that a text was begun or finished, but not its words. */
export function describeWriting({ model, work, documents }: Column): string {
  const writing = work.filter((piece) => piece.state === "running");
  if (writing.length > 0) return `${model} is writing ${writing.map((piece) => piece.label).join(", ")}.`;
  const last = documents.at(-1);
  return last ? `${model}: ${last.title} is done, ${formatNumber(last.words, "word")}.` : "";
}
