/** A text is a string; everything else is an element with one of the tags below. */
export type MarkdownNode = string | MarkdownElement;

export type MarkdownElement = {
  tag: string;
  children: MarkdownNode[];
  id?: string;
  href?: string;
  /** The first number of an ordered list. */
  start?: number;
  align?: "left" | "center" | "right";
  /** For a task list item: whether it is ticked. */
  checked?: boolean;
};
