import { type FunctionComponent, useCallback, useEffect, useState } from "react";
import { useConnection } from "../live/live-context.ts";
import { Button } from "../ui/button.tsx";
import { MessagePage } from "../ui/page/message-page.tsx";
import { Loading } from "../ui/page/skeleton.tsx";
import { forgetReload, reloadOnce } from "./reload-once.ts";

/**
 * A page whose code is loaded when it is first needed. If loading fails, the page shows a message and tries again when the
 * server is back. The router's own `lazyRouteComponent` would reload the document instead, and while the server is down, the
 * user would then see the browser's error page.
 */
export function lazyPage(load: () => Promise<FunctionComponent>): FunctionComponent & { preload(): Promise<void> } {
  let page: FunctionComponent | undefined;
  let loading: Promise<FunctionComponent> | undefined;
  const fetchPage = (): Promise<FunctionComponent> => {
    loading ??= load()
      .then((found) => {
        page = found;
        return found;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: pages are created once, when the router module is loaded.
  function LazyPage() {
    const [Page, setPage] = useState(() => page);
    if (Page) return <Page />;
    return <PageLoader fetchPage={fetchPage} onFetched={(found) => setPage(() => found)} />;
  }
  // The router waits for this before it shows the page. Errors are ignored here, because the page reports them itself.
  LazyPage.preload = async () => {
    if (!page) await fetchPage().catch(() => undefined);
  };
  return LazyPage;
}

type PageLoaderProps = { fetchPage: () => Promise<FunctionComponent>; onFetched: (page: FunctionComponent) => void };

function PageLoader({ fetchPage, onFetched }: PageLoaderProps) {
  const { phase } = useConnection();
  const [hasFailed, setHasFailed] = useState(false);
  const attempt = useCallback(
    async ({ isAsked }: { isAsked: boolean }) => {
      setHasFailed(false);
      try {
        onFetched(await fetchPage());
        forgetReload();
      } catch {
        if (isAsked) forgetReload();
        if (!(await reloadOnce())) setHasFailed(true);
      }
    },
    [fetchPage, onFetched],
  );

  // Loads the page immediately. After a failure, tries again when the connection is back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new handler must not cause another attempt.
  useEffect(() => {
    if (phase !== "lost" || !hasFailed) void attempt({ isAsked: false });
  }, [phase === "lost"]);

  if (!hasFailed) return <Loading what="Loading the page" className="max-w-[760px] p-10 max-mid:p-4" />;
  return (
    <MessagePage
      icon="offline"
      title="This page could not be loaded yet"
      actions={
        <Button variant="primary" onClick={() => void attempt({ isAsked: true })}>
          Try again
        </Button>
      }
    >
      <p>
        The server does not respond. The page opens as soon as the server is back; pages that you have opened before
        still work.
      </p>
    </MessagePage>
  );
}
