import { lazy, Suspense } from "react";
import { whenIdle } from "../../live/when-idle.ts";

/** The panel is loaded when the browser is idle, because pages are usable without it. If loading fails, it is left out. */
const KnownFacts = lazy(async () => {
  await new Promise<void>(whenIdle);
  const part = await import("./known-facts.tsx").catch(() => null);
  return { default: part?.KnownFacts ?? (() => null) };
});

export function LazyKnownFacts({ projectId }: { projectId: string }) {
  return (
    <Suspense fallback={null}>
      <KnownFacts projectId={projectId} />
    </Suspense>
  );
}
