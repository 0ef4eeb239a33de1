import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../add-command.ts";
import { table } from "../output/table.ts";
import type { Start } from "../start-command.ts";

const options = { keyEnv: z.string().optional() };
const keyOption = [
  "--key-env <name>",
  "the environment variable whose key it may be sent (else keys you store)",
] as const;

/** Which hosts of providers.json may be sent which key. A setting of the user, kept apart from every data folder. */
export function hostCommands(models: Command, start: Start): void {
  addCommand(models, "allow-host <address>", "Allows a host of providers.json to be sent a key.")
    .option(...keyOption)
    .action(
      start(
        options,
        async (cli, { keyEnv = null }, host = "") => {
          const { allowHost } = await import("#models");
          const allowed = allowHost(process.env, { host, keyEnv });
          cli.print(allowed, () => `${allowed.origin} may be sent ${described(allowed)}.`);
        },
        { ignoresFolder: true },
      ),
    );

  addCommand(models, "forbid-host <address>", "Takes that back; without --key-env, for every key.")
    .option(...keyOption)
    .action(
      start(
        options,
        async (cli, { keyEnv = null }, host = "") => {
          const { forbidHost } = await import("#models");
          const items = forbidHost(process.env, { host, keyEnv });
          cli.print({ items }, () =>
            items.map((one) => `${one.origin} is no longer sent ${described(one)}.`).join("\n"),
          );
        },
        { ignoresFolder: true },
      ),
    );

  addCommand(models, "hosts", "Lists the hosts that you allowed to be sent keys.").action(
    start(
      {},
      async (cli) => {
        const { listAllowedHosts } = await import("#models");
        const items = listAllowedHosts(process.env);
        cli.print({ items }, () =>
          items.length === 0
            ? "None beside the providers that are built in and those of your environment."
            : table(
                ["host", "is sent", "from"],
                items.map((one) => [one.origin, described(one), one.from]),
              ),
        );
      },
      { ignoresFolder: true },
    ),
  );
}

const described = ({ keyEnv }: { keyEnv: string | null }): string => keyEnv ?? "keys you store";
