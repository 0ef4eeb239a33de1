import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { noticesQuery, projectsQuery } from "../../api/queries.ts";
import { findNeeds, type Need } from "./needs.ts";

const none: never[] = [];

export function useNeeds(): Need[] {
  const { data: notices = none } = useQuery(noticesQuery);
  const { data: projects = none } = useQuery(projectsQuery);
  return useMemo(() => findNeeds(notices, projects), [notices, projects]);
}
