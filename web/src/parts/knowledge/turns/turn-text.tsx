import type { Bundle } from "@dialectic/contract";
import { useState } from "react";
import { cx } from "../../../ui/cx.ts";
import { markedLines } from "./marked-lines.ts";
import { turnSections } from "./turn-sections.ts";

type TurnTextProps = { bundle: Pick<Bundle, "text" | "sections">; evidence: { start: number; end: number } | null };

/**
 * The sections of a turn, with the exact quote of a fact marked. The metadata is left out, because it contains only ids for
 * the extractor.
 */
export function TurnText({ bundle, evidence }: TurnTextProps) {
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  return (
    <div className="overflow-hidden rounded-3 border border-line-2 bg-panel font-doc text-[0.9375rem] leading-6">
      {turnSections(bundle, evidence, whole)
        .filter(({ section }) => section !== "TURN_META")
        .map(({ section, text, mark, cutBefore, cutAfter }) => (
          <section
            key={section}
            aria-label={section}
            className={cx(
              "px-3.5 py-2",
              mark && "border-y border-line bg-mark-soft/60 first:border-t-0 last:border-b-0",
            )}
          >
            <h4 className="font-mono text-xs font-semi text-ink-3">[{section}]</h4>
            {text === "" ? (
              <p className="text-ink-3">(none)</p>
            ) : (
              <div className={cx("wrap-anywhere whitespace-pre-wrap", !mark && "text-ink-3")}>
                {cutBefore && "… "}
                {markedLines(text, mark).map((pieces, line) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line of a text that never changes has no other name.
                  <p key={line} dir="auto" className="min-h-6">
                    {pieces.map(({ text: words, isMarked }) =>
                      isMarked ? (
                        <mark key="mark" className="rounded-[2px] bg-mark box-decoration-clone px-0.5 text-on-mark">
                          {words}
                        </mark>
                      ) : (
                        words
                      ),
                    )}
                  </p>
                ))}
                {cutAfter && " …"}
              </div>
            )}
            {(cutBefore || cutAfter) && (
              <button
                type="button"
                className="link mt-1 font-ui text-xs text-ink-2"
                onClick={() => setWhole(new Set([...whole, section]))}
              >
                Show all of {section}
              </button>
            )}
          </section>
        ))}
    </div>
  );
}
