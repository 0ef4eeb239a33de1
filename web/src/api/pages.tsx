import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { explain } from "./explain.ts";
import { Explained } from "./explained.tsx";

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** The way to the next page of a list, while there is one. */
export function More({ query }: { query: Pages }) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      small
      className="mt-3"
      busy={query.isFetchingNextPage ? "Reading on…" : undefined}
      onClick={() => void query.fetchNextPage()}
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
