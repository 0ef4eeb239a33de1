import { z } from "zod";

const Text = z.string().trim().min(1).max(20_000);

/**
 * What binds every prompt beside the request, by section. Laid over each other, the later one's section replaces the
 * earlier one's: the domain's, then the project's, then the session's own.
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
  /** The processes it offers, and which of them a project gets when none is named. */
  processes: z.array(z.string()),
  defaultProcess: z.string(),
  overlay: Overlay,
  /** Added by you; else shipped with the program. */
  own: z.boolean(),
});
export type DomainInfo = z.infer<typeof DomainInfo>;

/** Files of templates as they lie in a folder: prompts/*.md, recipes/*.yaml, processes/*.yaml, domains/*.yaml. */
export const NewTemplates = z.strictObject({
  files: z
    .array(z.strictObject({ path: z.string().min(1).max(200), text: z.string().max(200_000) }))
    .min(1, "there is no file")
    .max(200),
});

export const AddedTemplates = z.object({
  /** What was added, with its version; what was there already in the same words is not. */
  added: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type AddedTemplates = z.infer<typeof AddedTemplates>;
