import type { Books } from "./read-books.ts";
import { differences, type Tree } from "./read-tree.ts";

/** The state of a killed and resumed run, and that of the undisturbed run with which it is compared (`wanted`). */
export type Evidence = {
  books: Books & { discrepancies: number };
  /** The number of calls whose money was held when a process died. */
  lost: number;
  tree: Tree;
  /** The receipts of shortened prompts. */
  receipts: readonly string[];
  wanted: { tree: Tree; books: Books; receipts: readonly string[] };
};

/**
 * Lists all differences from an undisturbed run. The money of every interrupted call must be booked as lost exactly once.
 */
export function judge({ books, lost, tree, receipts, wanted }: Evidence): string[] {
  const different = differences(tree, wanted.tree);
  const others = receipts.filter((receipt, at) => receipt !== wanted.receipts[at]);
  const claims: [holds: boolean, sentence: string][] = [
    [different.length === 0, `${different.length} files differ, the first is ${different[0]}`],
    [others.length === 0, `${others.length} receipts differ, the first is ${others[0]}`],
    [receipts.length === wanted.receipts.length, `${receipts.length} receipts instead of ${wanted.receipts.length}`],
    [books.saved === wanted.books.saved, `${books.saved} contributions instead of ${wanted.books.saved}`],
    [books.charges === books.saved, `${books.charges} charges for ${books.saved} contributions`],
    [books.charged === books.charges, `${books.charges} charges for ${books.charged} calls`],
    [books.losses === lost, `${books.losses} losses for ${lost} lost calls`],
    [books.held === 0, `${books.held} holds are still open`],
    [books.wrong === 0, `${books.wrong} jobs wrote twice or did not end`],
    [books.discrepancies === 0, `the audit finds ${books.discrepancies} discrepancies`],
  ];
  return claims.flatMap(([holds, sentence]) => (holds ? [] : sentence));
}
