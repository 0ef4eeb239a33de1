import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { explain } from "./explain.ts";
import { Explained } from "./explained.tsx";

type Pages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<{ hasNextPage: boolean }>;
};

/** The way to the next page of a list, while there is one. `list`: its rows; the first new one gets the focus when this button goes. */
export function More({ query, list }: { query: Pages; list?: React.RefObject<HTMLElement | null> }) {
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
      busy={query.isFetchingNextPage ? "Reading on…" : undefined}
      onClick={() => void showMore()}
    >
      Show more
    </Button>
  );
}

/** A list that could not be read, and why. */
export function NotRead({ query }: { query: { error: Error | null; refetch: () => Promise<unknown> } }) {
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
      <Explained error={query.error} />
    </Banner>
  );
}
