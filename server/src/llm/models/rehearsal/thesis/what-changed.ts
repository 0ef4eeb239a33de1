import type { Desk } from "../desk.ts";
import { type Block, paragraph } from "../fit-words.ts";
import { quoted, sentence } from "../phrasing.ts";
import type { Stand } from "../stand.ts";

/** In a version that improves earlier ones: what it took from which paper, and which objection it answers. */
export function whatChanged(desk: Desk, stands: readonly Stand[]): Block[] {
  const base = desk.papers.filter((paper) => paper.kind !== "antithesis");
  const taken = stands.filter((stand) => stand.from !== undefined);
  const [first] = taken;
  if (base.length === 0 || !first?.from) return [];
  const mended = taken.filter((stand) => stand.objection);
  const opening =
    base.length === 1
      ? `This version of the ${desk.brief.subject.short} keeps ${taken.length} positions of [${base[0]?.id}], among them ${quoted(first.from.bare)}.`
      : `This version joins ${base.map((paper) => `[${paper.id}]`).join(", ")}; where they agree, as in ${quoted(first.from.bare)}, it keeps the wording of the first.`;
  const answers = mended
    .slice(0, 2)
    .map(({ matter, objection }) =>
      sentence(
        `on ${matter.name} [${objection?.doc}] objected that ${objection?.text}; the answer is to ${objection?.mend}`,
      ),
    );
  const added = stands.find((stand) => stand.from === undefined)?.matter;
  const addition = added
    ? `New is ${added.name}, on which the earlier text is silent although the brief says ${quoted(added.brief)}.`
    : "";
  return [paragraph(`**Ground.** ${[opening, ...answers, addition].filter(Boolean).join(" ")}`)];
}
