/** As much of a syntax tree's node as is read here. */
export type TreeNode = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
};

const textOf = (node: TreeNode): string => node.value ?? (node.children ?? []).map(textOf).join("");

/** Kebab-case of a heading, in any script; the same rule that gives an artifact its id. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "") || "part";

const depthOf = (node: TreeNode): number => Number(/^h([1-6])$/.exec(node.tagName ?? "")?.[1] ?? 0);

type Options = {
  /** The level the topmost headings get: the page has headings of its own above them. */
  top: number;
  /** Name the two upper levels, so that contents can point to them. */
  named: boolean;
};

/**
 * Fits a document's headings into the page's. Models skip levels (a third under a first); a reader by ear would
 * look for what is missing between, so each heading goes at most one level below the one before it.
 */
export function headingTree({ top, named }: Options) {
  return (tree: TreeNode): void => {
    const seen = new Map<string, number>();
    let open: { depth: number; level: number }[] = [];

    const place = (node: TreeNode, depth: number): void => {
      open = open.filter((above) => above.depth < depth);
      const level = open.length;
      open.push({ depth, level });
      node.tagName = `h${Math.min(6, top + level)}`;
      if (!named || level > 1) return;
      const id = headingId(textOf(node));
      const count = (seen.get(id) ?? 0) + 1;
      seen.set(id, count);
      node.properties = { ...node.properties, id: count === 1 ? id : `${id}-${count}` };
    };

    const visit = (node: TreeNode): void => {
      const depth = depthOf(node);
      if (depth > 0) place(node, depth);
      node.children?.forEach(visit);
    };
    visit(tree);
  };
}
