import { AddedTemplates, DomainInfo, NewTemplates } from "./domains.ts";
import { ProcessInfo } from "./resources.ts";
import { listOf, type Route } from "./route.ts";

/** How a project can be worked on. */
export const templatesRoutes = {
  listProcesses: {
    method: "get",
    path: "/api/processes",
    about: "The process templates, newest version of each.",
    response: listOf(ProcessInfo),
  },
  listDomains: {
    method: "get",
    path: "/api/domains",
    about: "The domains: fields of work with the processes each offers and what it adds to every prompt.",
    response: listOf(DomainInfo),
  },
  addTemplates: {
    method: "post",
    path: "/api/templates",
    about: "Adds prompts, recipes, processes and domains of your own, all or none; only you see them.",
    body: NewTemplates,
    response: AddedTemplates,
  },
} as const satisfies Record<string, Route>;
