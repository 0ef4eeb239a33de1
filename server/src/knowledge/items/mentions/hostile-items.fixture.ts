import { ItemId } from "@dialectic/contract";

/** Items whose names occur in hostile texts as often as possible. */
export const hostileItems = [
  "aaa",
  "It is",
  "It is. It is",
  "C1, C1",
  "a a",
  "(a)",
  "word",
  "word word",
  "e\u0301e\u0301e\u0301",
  "111",
].map((name, index) => ({
  id: ItemId.parse(`01a1e105-0c5c-7e63-a5ad-0000000000${10 + index}`),
  name,
  status: "live" as const,
  mergedInto: null,
}));
