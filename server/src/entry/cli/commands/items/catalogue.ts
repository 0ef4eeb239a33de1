import { type CatalogueItem, type Client, LineKind } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { describeCatalogue } from "../../output/texts/describe-prices.ts";
import type { Start } from "../../start-command.ts";

const content = { kind: LineKind.optional(), unit: z.string().optional(), synonyms: z.string().optional() };
const withContent = (command: Command): Command =>
  command
    .option("--kind <kind>", `${LineKind.options.join(" or ")} (default: both)`)
    .option("--unit <unit>", "the usual unit, such as m²")
    .option("--synonyms <names>", "synonyms, separated by semicolons; they replace the existing synonyms");

function bodyOf({ kind, unit, synonyms }: z.output<z.ZodObject<typeof content>>) {
  const names = synonyms?.split(";").map((name) => name.trim());
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(unit === undefined ? {} : { unit }),
    ...(names === undefined ? {} : { synonyms: names.filter((name) => name !== "") }),
  };
}

/** Commands about a user's catalogue: the materials and kinds of work to which the lines of all projects are linked. */
export function catalogueCommands(program: Command, start: Start): void {
  const catalogue = addCommand(
    program,
    "catalogue",
    "Your materials and kinds of work, for the lines of all projects.",
  );

  addCommand(catalogue, "list", "Lists the entries by name.", { isDefault: true })
    .option("--archived", "only archived entries")
    .action(
      start({ archived: z.boolean().default(false) }, async (cli, { archived }) => {
        await using link = await connect(cli);
        const found = await link.client.listCatalogue({ query: { archived: archived ? "true" : "false" } });
        const live = archived && !cli.json ? (await link.client.listCatalogue({ query: {} })).items : [];
        cli.print(found, () => describeCatalogue(found.items, live));
      }),
    );

  withContent(addCommand(catalogue, "add <name>", "Adds an entry.")).action(
    start(content, async (cli, given, name = "") => {
      await using link = await connect(cli);
      const entry = await link.client.createCatalogueItem({ body: { name, ...bodyOf(given) } });
      cli.print(entry, () => describeCatalogue([entry]));
    }),
  );

  withContent(addCommand(catalogue, "change <entry>", "Changes the given fields of an entry."))
    .option("--name <name>", "new name")
    .action(
      start({ ...content, name: z.string().optional() }, async (cli, given, typed = "") => {
        await using link = await connect(cli);
        const { id: catalogueId } = await findEntry(link.client, typed);
        const body = { ...bodyOf(given), ...(given.name === undefined ? {} : { name: given.name }) };
        const entry = await link.client.changeCatalogueItem({ params: { catalogueId }, body });
        cli.print(entry, () => describeCatalogue([entry]));
      }),
    );

  addCommand(
    catalogue,
    "merge <entry> <into>",
    "Merges an entry, with its names, links and prices, into another one. Restoring the entry separates the two.",
  ).action(
    start({}, async (cli, _options, typed = "", other = "") => {
      await using link = await connect(cli);
      const { id: catalogueId } = await findEntry(link.client, typed);
      const { id: into } = await findEntry(link.client, other);
      const entry = await link.client.mergeCatalogueItem({ params: { catalogueId }, body: { into } });
      cli.print(entry, () => describeCatalogue([entry]));
    }),
  );

  for (const [verb, isArchived] of [
    ["archive", true],
    ["restore", false],
  ] as const) {
    const about = isArchived
      ? "Archives an entry. Links and prices stay; it is no longer suggested."
      : "Restores an entry.";
    addCommand(catalogue, `${verb} <entry>`, about).action(
      start({}, async (cli, _options, typed = "") => {
        await using link = await connect(cli);
        const { id: catalogueId } = await (isArchived ? findEntry : findArchived)(link.client, typed);
        const entry = await link.client.changeCatalogueItem({ params: { catalogueId }, body: { isArchived } });
        cli.print(entry, () => describeCatalogue([entry]));
      }),
    );
  }
}

const findEntry = (client: Client, name: string): Promise<CatalogueItem> =>
  client.findCatalogueItem({ params: { name } });

/** Searches archived entries first: the name of a merged entry is also a synonym of the entry that it was merged into. */
async function findArchived(client: Client, name: string): Promise<CatalogueItem> {
  const { items } = await client.listCatalogue({ query: { archived: "true" } });
  const named = items.filter((entry) => entry.name.toLowerCase() === name.toLowerCase());
  return named[0] && named.length === 1 ? named[0] : findEntry(client, name);
}
