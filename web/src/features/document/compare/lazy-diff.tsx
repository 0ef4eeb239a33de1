import { lazy, Suspense } from "react";
import { Skeleton } from "../../../ui/page/skeleton.tsx";
import type { DiffViewProps } from "./diff-view.tsx";

/** The code that compares texts is loaded when it is first used. If loading fails, the texts are shown without marks. */
const DiffView = lazy(async () => {
  const part = await import("./diff-view.tsx").catch(() => null);
  return { default: part?.DiffView ?? PlainTexts };
});

export function LazyDiff(props: DiffViewProps) {
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <DiffView {...props} />
    </Suspense>
  );
}

function PlainTexts({ left, right, leftTitle, rightTitle }: DiffViewProps) {
  const sides = [
    [leftTitle, left],
    [rightTitle, right],
  ];
  return (
    <div className="grid grid-cols-2 gap-3 text-sm">
      {sides.map(([title, text]) => (
        <section key={title} aria-label={title} className="min-w-0">
          <p className="text-xs font-semi text-ink-2">{title}</p>
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {text}
          </p>
        </section>
      ))}
    </div>
  );
}
