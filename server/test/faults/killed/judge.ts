import type { Books } from "./read-books.ts";
import { differences, type Tree } from "./read-tree.ts";

/** What a run that was killed and taken up again is judged by. */
export type Evidence = {
  books: Books & { discrepancies: number };
  /** Calls whose money was set aside when a process died. */
  lost: number;
  tree: Tree;
  wanted: { tree: Tree; books: Books };
};

/** Everything that is not as if it had never been killed; the money of calls that died is to be lost, once. */
export function judge({ books, lost, tree, wanted }: Evidence): string[] {
  const different = differences(tree, wanted.tree);
  const claims: [holds: boolean, sentence: string][] = [
    [different.length === 0, `${different.length} files differ, the first is ${different[0]}`],
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
