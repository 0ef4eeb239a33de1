/** Text is a string. Everything else is an element with one of the tags below. */
export type MarkdownNode = string | MarkdownElement;

export type MarkdownElement = {
  tag: string;
  children: MarkdownNode[];
  id?: string;
  href?: string;
  /** For an ordered list, its first number. */
  start?: number;
  align?: "left" | "center" | "right";
  /** For an item of a task list, whether it is ticked. */
  checked?: boolean;
};
