import { z } from "zod";
import { listOf, type Route } from "./route.ts";

const Text = z.string().trim().min(1).max(20_000);

/**
 * Requirements that are added to every prompt, by section. The project's overlay replaces sections of the domain's overlay;
 * the session's overlay replaces sections of both.
 */
export const Overlay = z.strictObject({
  role: Text.optional(),
  standards: Text.optional(),
  success_criteria: Text.optional(),
  boundaries: Text.optional(),
  stakeholders: Text.optional(),
  compliance: Text.optional(),
  deployment: Text.optional(),
});
export type Overlay = z.infer<typeof Overlay>;

export const DomainInfo = z.object({
  key: z.string(),
  version: z.int(),
  name: z.string(),
  about: z.string(),
  /** The processes that the domain offers, and the default for projects that do not choose one. */
  processes: z.array(z.string()),
  defaultProcess: z.string(),
  overlay: Overlay,
  /** True if the user added the domain; false if it is shipped. */
  own: z.boolean(),
});
export type DomainInfo = z.infer<typeof DomainInfo>;

/** The files of a template folder: prompts/*.md, recipes/*.yaml, processes/*.yaml, domains/*.yaml. */
export const NewTemplates = z.strictObject({
  files: z
    .array(z.strictObject({ path: z.string().min(1).max(200), text: z.string().max(200_000) }))
    .min(1, "there is no file")
    .max(200),
});

export const AddedTemplates = z.object({
  /** The added templates with their versions; templates that already exist with the same content are left out. */
  added: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type AddedTemplates = z.infer<typeof AddedTemplates>;

export const ProcessInfo = z.object({
  key: z.string(),
  version: z.int(),
  name: z.string(),
  about: z.string(),
  stages: z.array(z.object({ key: z.string(), name: z.string(), about: z.string() })),
  /** True if the user added the process; false if it is shipped. */
  own: z.boolean(),
});
export type ProcessInfo = z.infer<typeof ProcessInfo>;

/** Domains, processes and the user's own templates. */
export const templatesRoutes = {
  listProcesses: {
    method: "get",
    path: "/api/processes",
    about: "The newest version of each process.",
    response: listOf(ProcessInfo),
  },
  listDomains: {
    method: "get",
    path: "/api/domains",
    about: "The domains, each with the processes that it offers and the overlay that it adds to every prompt.",
    response: listOf(DomainInfo),
  },
  addTemplates: {
    method: "post",
    path: "/api/templates",
    about: "Adds your own prompts, recipes, processes and domains, all or none of them. Only you see them.",
    body: NewTemplates,
    response: AddedTemplates,
  },
} as const satisfies Record<string, Route>;
