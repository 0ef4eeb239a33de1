import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./queries.ts";

/** The live items of a project by name. */
export const itemsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "items"],
    queryFn: async () => (await client.listItems({ params: { projectId }, query: {} })).items,
    enabled: projectId !== "",
  });
