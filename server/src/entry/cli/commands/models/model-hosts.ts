import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import { table } from "../../output/table.ts";
import type { Start } from "../../start-command.ts";

const options = { keyEnv: z.string().optional() };
const keyOption = [
  "--key-env <name>",
  "environment variable with the key that the host may receive (default: the keys that you stored)",
] as const;

/**
 * Commands that allow hosts in providers.json to receive a key. The list belongs to the user and is stored outside the
 * data folder.
 */
export function hostCommands(models: Command, start: Start): void {
  addCommand(models, "allow-host <address>", "Allows a host in providers.json to receive a key.")
    .option(...keyOption)
    .action(
      start(
        options,
        async (cli, { keyEnv = null }, host = "") => {
          const { allowHost } = await import("#models");
          const allowed = allowHost(process.env, { host, keyEnv });
          cli.print(allowed, () => `${allowed.origin} may receive ${described(allowed)}.`);
        },
        { ignoresFolder: true },
      ),
    );

  addCommand(models, "forbid-host <address>", "Forbids a host to receive keys.")
    .option("--key-env <name>", "only the key in this environment variable (default: any key)")
    .action(
      start(
        options,
        async (cli, { keyEnv = null }, host = "") => {
          const { forbidHost } = await import("#models");
          const items = forbidHost(process.env, { host, keyEnv });
          cli.print({ items }, () =>
            items.map((one) => `${one.origin} may no longer receive ${described(one)}.`).join("\n"),
          );
        },
        { ignoresFolder: true },
      ),
    );

  addCommand(models, "hosts", "Lists the hosts that may receive keys.").action(
    start(
      {},
      async (cli) => {
        const { listAllowedHosts } = await import("#models");
        const items = listAllowedHosts(process.env);
        cli.print({ items }, () =>
          items.length === 0
            ? "None, apart from the hosts of the built-in providers and those named in your environment."
            : table(
                ["host", "may receive", "source"],
                items.map((one) => [one.origin, described(one), one.from]),
              ),
        );
      },
      { ignoresFolder: true },
    ),
  );
}

const described = ({ keyEnv }: { keyEnv: string | null }): string => keyEnv ?? "keys you stored";
