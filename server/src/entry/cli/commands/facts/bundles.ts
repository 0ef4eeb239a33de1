import { BundleId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { inProject } from "../../input/in-project.ts";
import { addPlaceOptions, placeOptions, readPage, sayNext } from "../../output/list-pages.ts";
import { describeBundle, describeBundles, describeRun } from "../../output/texts/describe-facts.ts";
import { sayUnread } from "../../run/idle-hint.ts";
import type { Start } from "../../start-command.ts";

const usualLimit = 100;

/** Commands about the turns that facts come from. */
export function bundlesCommands(program: Command, start: Start): void {
  const bundles = addCommand(program, "bundles", "The turns that facts are read from, word for word.");

  addPlaceOptions(addCommand(bundles, "list <project>", "Lists turns, the newest first.", { isDefault: true }), {
    usual: usualLimit,
  }).action(
    start(placeOptions, async (cli, { limit, after }, typed = "") => {
      await inProject(cli, typed, async (client, projectId, link) => {
        const found = await readPage({ limit: limit ?? usualLimit, after }, (page) =>
          client.listBundles({ params: { projectId }, query: { limit: page.limit, after: idOf(page.after) } }),
        );
        cli.print(found, () => describeBundles(found.items));
        sayNext(cli, found, { command: `bundles list ${typed}`, limit });
        await sayUnread(cli, link, projectId);
      });
    }),
  );

  addCommand(
    bundles,
    "show <bundle>",
    "Shows a turn, the attempts to read it, and the statements that did not become facts.",
  ).action(
    start({}, async (cli, _options, typed) => {
      await using link = await connect(cli);
      const bundle = await link.client.getBundle({ params: { bundleId: readId(typed) } });
      cli.print(bundle, () => describeBundle(bundle));
    }),
  );

  addCommand(bundles, "parse <bundle>", "Has the project's extractor read a turn.")
    .option("--force", "read the turn even if it was read before")
    .action(
      start({ force: z.boolean().default(false) }, async (cli, { force }, typed) => {
        await using link = await connect(cli);
        const run = await link.client.parseBundle({ params: { bundleId: readId(typed) }, body: { force } });
        cli.print(run, () => describeRun(run));
      }),
    );
}

const idOf = (typed: string | undefined): BundleId | undefined => (typed === undefined ? undefined : readId(typed));

function readId(typed = ""): BundleId {
  const id = BundleId.safeParse(typed);
  if (id.success) return id.data;
  throw new AppError(
    "invalid_input",
    `"${typed}" is not the id of a bundle: "dialectic bundles list PROJECT" shows them.`,
  );
}
