import type { ProviderKey } from "@dialectic/contract";
import type { Command } from "commander";
import { AppError } from "#platform";
import { addCommand, addNoun } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { readSecret } from "../../input/read-secret.ts";
import { table } from "../../output/table.ts";
import type { Start } from "../../start-command.ts";

/**
 * Commands about API keys for providers. A key is read from stdin or a hidden prompt, because command lines are visible to
 * others and stay in shell histories.
 */
export function keyCommands(models: Command, start: Start): void {
  const key = addNoun(models, "key", "API keys for providers.");

  addCommand(
    key,
    "set <provider>",
    "Stores the API key for a provider, encrypted. The key is read from a prompt or from stdin.",
  )
    .allowExcessArguments()
    .action(
      start({}, async (cli, _options, provider = "", ...more) => {
        if (more.length > 0) {
          const sentence = `Keys are not accepted on the command line, where others can see them. Run "dialectic models key set ${provider}" and paste the key when asked, or pipe it to stdin.`;
          throw new AppError("invalid_input", sentence);
        }
        const secret = await readSecret(`API key for ${provider} (hidden): `);
        await using link = await connect(cli);
        const stored = await link.client.setProviderKey({ body: { provider, key: secret } });
        cli.print(stored, () => `Stored the key for ${stored.provider}${ending(stored)}, encrypted.`);
      }),
    );

  addCommand(key, "list", "Lists the keys by provider, with their last characters.").action(
    start({}, async (cli) => {
      await using link = await connect(cli);
      const found = await link.client.listProviderKeys();
      cli.print(found, () =>
        found.items.length === 0
          ? 'There is no key yet. Run "dialectic models key set openai" (or anthropic, google) to store one, or set OPENAI_API_KEY.'
          : table(["provider", "ends in", "from", "stored", "problem"], found.items.map(toRow)),
      );
    }),
  );

  addCommand(key, "remove <provider>", "Removes a stored key.").action(
    start({}, async (cli, _options, provider = "") => {
      await using link = await connect(cli);
      const removed = await link.client.removeProviderKey({ body: { provider } });
      cli.print(removed, () => `Removed the key for ${removed.provider}.`);
    }),
  );
}

const ending = ({ hint }: ProviderKey): string => (hint === null ? "" : ` (ends in ${hint})`);

const toRow = (key: ProviderKey): string[] => [
  key.provider,
  key.hint ?? "",
  key.source === "stored" ? "stored" : "environment",
  key.createdAt ?? "",
  key.problem ?? "",
];
