import { secretsIn, type UserDb } from "#platform";
import { formsOf, hideForms } from "../errors/key-hider.ts";
import type { ModelSettings } from "../providers/model-settings.ts";
import { settingsFor } from "../providers/settings-for.ts";

/** Takes every key that is known here out of a text that is to leave this installation: the user's own and the environment's. */
export async function knownKeyHider(ctx: { db: UserDb; models: ModelSettings }): Promise<(text: string) => string> {
  const { own } = await settingsFor(ctx.db, ctx.models);
  const stored = [...(own?.keys.values() ?? [])].flatMap(({ key }) => key ?? []);
  const forms = [...stored, ...secretsIn(ctx.models.env)].flatMap(formsOf);
  return (text) => hideForms(text, forms);
}
