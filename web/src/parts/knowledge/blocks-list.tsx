import type { Block, BlockEntry } from "@dialectic/contract";
import { formatFactValue } from "@dialectic/contract";
import { cx } from "../../ui/cx.ts";
import { capitalise } from "../../ui/format.ts";
import { KnowledgeIcon } from "./knowledge-icon.tsx";

type BlocksListProps = {
  blocks: readonly Block[];
  /** The heading level of the blocks. */
  level: 3 | 4;
  /** Renders the link that opens a fact. */
  renderFact: (entry: BlockEntry) => React.ReactNode;
};

/** The knowledge blocks: each value with the fact from which it comes. */
export function BlocksList({ blocks, level, renderFact }: BlocksListProps) {
  const Heading = `h${level}` as "h3" | "h4";
  return (
    <div className="space-y-3">
      {blocks
        .filter(({ entries, records }) => entries.length + records.length > 0)
        .map(({ subject, block, entries, records }) => (
          <section key={`${subject} ${block}`}>
            <Heading className="text-xs font-semi text-ink-3">{blockName(block)}</Heading>
            <dl>
              {entries.map((entry) => (
                <div
                  key={entry.factId}
                  className="grid grid-cols-[minmax(0,4fr)_minmax(0,6fr)_auto] items-baseline gap-x-3 py-0.5 text-sm"
                >
                  <dt className="min-w-0 wrap-anywhere text-ink-2">{entry.label}</dt>
                  <dd className={cx("min-w-0 wrap-anywhere", entry.kind === "conflict" && "text-mark-ink")} dir="auto">
                    {entry.kind === "conflict" && (
                      <span className="me-1 inline-flex translate-y-0.5">
                        <KnowledgeIcon name="conflict" size={14} />
                        <span className="sr-only">In conflict: </span>
                      </span>
                    )}
                    {formatFactValue(entry.value)}
                    {entry.severity === "hard" && <span className="text-xs text-ink-3"> · mandatory</span>}
                  </dd>
                  <dd>{renderFact(entry)}</dd>
                </div>
              ))}
            </dl>
            {records.map(({ id, kind, text, severity, by }) => (
              <p key={id} dir="auto" className="py-0.5 text-sm wrap-anywhere">
                <span className="text-ink-2">
                  {recordNames[kind]}
                  {severity === "hard" && ", mandatory"}
                  {by === "model" && ", by a model"}:{" "}
                </span>
                {text}
              </p>
            ))}
          </section>
        ))}
    </div>
  );
}

const recordNames = { note: "Note", decision: "Decided", suggestion: "Suggested", question: "Asked" } as const;

/** A block's name for people: "Budget" for "project.budget". */
const blockName = (block: string): string => capitalise((block.split(".").at(-1) ?? block).replaceAll("_", " "));
