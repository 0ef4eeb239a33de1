/**
 * Collects what is added and hands it over together, at most once per `delay`, and never while the last lot is
 * still being worked on: a burst of a hundred events becomes a few requests, and a slow answer is never thrown
 * away for a newer question.
 */
export function createBatch<Item>(work: (items: Item[]) => Promise<unknown>, delay: number) {
  let items: Item[] = [];
  let busy = false;

  const run = async (): Promise<void> => {
    busy = true;
    while (items.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      const lot = items;
      items = [];
      await work(lot);
    }
    busy = false;
  };

  return {
    add(item: Item): void {
      items.push(item);
      if (!busy) void run();
    },
  };
}
