import type { UsedContext } from "@dialectic/contract";
import type { Gathered } from "./gather-context.ts";

export type BuiltDocument = { text: string; used: UsedContext[] };

export type DocumentBuilder = {
  /** Sections keep the order in which they are added. `used` lists the sections that come from a source. */
  addSection(title: string, items: readonly string[], source?: Gathered): void;
  /**
   * Builds one Markdown document. The sections from sources use up the budget (in tokens) in their order, and items
   * that no longer fit are left out. Other sections are always complete.
   */
  build(budget: number): BuiltDocument;
};

type Section = { title: string; items: readonly string[]; source: Gathered | undefined };

/**
 * Builds the one document that a prompt adds to the history: context, tools, query. The document is sent to the model,
 * but not stored.
 */
export function createDocumentBuilder(count: (text: string) => number): DocumentBuilder {
  const sections: Section[] = [];
  return {
    addSection(title, items, source) {
      sections.push({ title, items, source });
    },
    build(budget) {
      const used: UsedContext[] = [];
      const parts: string[] = [];
      let left = budget;
      for (const { title, items, source } of sections) {
        const kept: string[] = [];
        let tokens = 0;
        for (const item of items) {
          const size = count(item);
          if (source && tokens + size > left) break; // items without a source are never left out
          kept.push(item);
          tokens += size;
        }
        if (source) left -= tokens;
        const shown = source ? kept.map(withoutHeadings) : kept;
        if (kept.length > 0) parts.push(`## ${title}\n\n${shown.join("\n\n")}`);
        if (source) used.push(toUsed(source, { items: kept.length, tokens }));
      }
      return { text: parts.join("\n\n"), used };
    },
  };
}

/** Escapes headings, so that a passage that contains `## Query` does not look like a section of the prompt. */
const withoutHeadings = (item: string): string =>
  item.replace(/^(\s{0,3})(#{1,6}(?=\s|$)|={2,}\s*$|-{2,}\s*$)/gm, "$1\\$2");

function toUsed({ name, items, status, ms }: Gathered, kept: { items: number; tokens: number }): UsedContext {
  return { source: name, status: kept.items < items.length ? "cut" : status, ...kept, ms };
}
