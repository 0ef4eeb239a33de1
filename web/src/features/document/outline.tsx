import { useEffect, useState } from "react";
import { cx } from "../../ui/cx.ts";

type Entry = { id: string; text: string; level: number };

/** Reads the headings of the rendered text. */
function readHeadings(article: HTMLElement): Entry[] {
  return [...article.querySelectorAll<HTMLElement>("h2[id], h3[id]")].map((heading) => ({
    id: heading.id,
    text: heading.textContent ?? "",
    level: heading.tagName === "H2" ? 1 : 2,
  }));
}

/** The table of contents, in which the current section is marked. */
export function Outline({ article, text }: { article: React.RefObject<HTMLElement | null>; text: string }) {
  const [entries, setEntries] = useState<Entry[]>([]);
  const [current, setCurrent] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the headings change with the text.
  useEffect(() => {
    const root = article.current;
    if (!root) return;
    const found = readHeadings(root);
    setEntries(found);
    const mark = () => {
      const passed = found.filter(({ id }) => {
        const heading = document.getElementById(id);
        return heading !== null && heading.getBoundingClientRect().top < 160;
      });
      setCurrent(passed.at(-1)?.id ?? found[0]?.id ?? null);
    };
    mark();
    window.addEventListener("scroll", mark, { passive: true });
    return () => window.removeEventListener("scroll", mark);
  }, [article, text]);

  if (entries.length < 2) return null;
  // For a long document, only top-level headings are listed, because a longer list would be hard to survey.
  const shown = entries.length > 24 ? entries.filter(({ level }) => level === 1) : entries;
  return (
    <nav aria-label="Contents" className="text-sm">
      <ul>
        {shown.map(({ id, text, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "true" : undefined}
              className={cx(
                "block border-s-2 py-[3px] pe-2",
                level === 1 ? "ps-3" : "ps-6",
                id === current
                  ? "border-ink font-strong text-ink"
                  : level === 1
                    ? "border-line text-ink-2 hover:text-ink"
                    : "border-line text-ink-3 hover:text-ink",
              )}
            >
              <bdi className="line-clamp-2">{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
