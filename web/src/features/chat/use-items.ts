import { useQuery } from "@tanstack/react-query";
import { itemsQuery } from "../../api/items-queries.ts";
import { usePageProject } from "../../shell/chat-dock.ts";
import type { MentionedItem } from "./mentions.ts";

const none: readonly MentionedItem[] = [];

/** The items that messages can mention; undefined while they are being loaded. */
export const useItems = (): readonly MentionedItem[] | undefined => {
  const projectId = usePageProject() ?? "";
  const { data, isError } = useQuery(itemsQuery(projectId));
  return isError ? none : data;
};
