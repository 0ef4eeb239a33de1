import type { ProviderKey } from "@dialectic/contract";
import type { Command } from "commander";
import { AppError } from "#platform";
import { addCommand, addNoun } from "../add-command.ts";
import { connect } from "../connect/connect.ts";
import { readSecret } from "../input/read-secret.ts";
import { table } from "../output/table.ts";
import type { Start } from "../start-command.ts";

/** Keys of providers. A key is read from stdin or typed unseen: command lines are seen by others and kept in histories. */
export function keyCommands(models: Command, start: Start): void {
  const key = addNoun(models, "key", "The keys that calls to providers are made with.");

  addCommand(key, "set <provider>", "Stores a provider's key, encrypted; it is asked for, or read from stdin.")
    .allowExcessArguments()
    .action(
      start({}, async (cli, _options, provider = "", ...more) => {
        if (more.length > 0) {
          const sentence = `A key is not taken from the command line, where others can see it: type "dialectic models key set ${provider}" and paste it when asked, or send it through stdin.`;
          throw new AppError("invalid_input", sentence);
        }
        const secret = await readSecret(`The key of ${provider} (it is not shown): `);
        await using link = await connect(cli);
        const stored = await link.client.setProviderKey({ body: { provider, key: secret } });
        cli.print(stored, () => `The key of ${stored.provider}${ending(stored)} is stored, encrypted.`);
      }),
    );

  addCommand(key, "list", "Lists the keys there are: whose they are and how they end.").action(
    start({}, async (cli) => {
      await using link = await connect(cli);
      const found = await link.client.listProviderKeys();
      cli.print(found, () =>
        found.items.length === 0
          ? 'There is no key yet: "dialectic models key set openai" stores one (or anthropic, google), or set OPENAI_API_KEY.'
          : table(["provider", "ends in", "from", "stored", "problem"], found.items.map(toRow)),
      );
    }),
  );

  addCommand(key, "remove <provider>", "Forgets a stored key.").action(
    start({}, async (cli, _options, provider = "") => {
      await using link = await connect(cli);
      const removed = await link.client.removeProviderKey({ body: { provider } });
      cli.print(removed, () => `The key of ${removed.provider} is forgotten.`);
    }),
  );
}

const ending = ({ hint }: ProviderKey): string => (hint === null ? "" : ` that ends in ${hint}`);

const toRow = (key: ProviderKey): string[] => [
  key.provider,
  key.hint ?? "",
  key.source === "stored" ? "stored" : "environment",
  key.createdAt ?? "",
  key.problem ?? "",
];
