import { secretsIn, type UserDb } from "#platform";
import type { ModelSettings } from "../providers/model-settings.ts";
import { settingsFor } from "../providers/settings-for.ts";
import { keyForms, redactKeys } from "./redact-keys.ts";

/** Returns a function that removes all keys of the acting user and of the environment from texts that leave this installation. */
export async function createKeyRedactor(ctx: { db: UserDb; models: ModelSettings }): Promise<(text: string) => string> {
  const { own } = await settingsFor(ctx.db, ctx.models);
  const stored = [...(own?.keys.values() ?? [])].flatMap(({ key }) => key ?? []);
  const forms = [...stored, ...secretsIn(ctx.models.env)].flatMap(keyForms);
  return (text) => redactKeys(text, forms);
}
