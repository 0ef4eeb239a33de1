import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "./error-message.tsx";
import { explain } from "./explain.ts";

type Pages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<{ hasNextPage: boolean }>;
};

/**
 * Loads the next page of a list. After the last page, this button disappears, and the first new row in `list` gets the
 * focus.
 */
export function ShowMore({ query, list }: { query: Pages; list?: React.RefObject<HTMLElement | null> }) {
  if (!query.hasNextPage) return null;
  const showMore = async () => {
    const before = list?.current?.children.length ?? 0;
    const { hasNextPage } = await query.fetchNextPage();
    if (!hasNextPage) list?.current?.children[before]?.querySelector<HTMLElement>("a, button")?.focus();
  };
  return (
    <Button
      small
      className="mt-3"
      busy={query.isFetchingNextPage ? "Loading…" : undefined}
      onClick={() => void showMore()}
    >
      Show more
    </Button>
  );
}

/** Shows why a list could not be loaded. */
export function LoadError({ query }: { query: { error: Error | null; refetch: () => Promise<unknown> } }) {
  const { title } = explain(query.error);
  return (
    <Banner
      tone="bad"
      icon="warning"
      title={`${title}.`}
      actions={
        <Button small onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      <ErrorMessage error={query.error} />
    </Banner>
  );
}
