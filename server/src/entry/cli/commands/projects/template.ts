import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { AddedTemplates, DomainInfo, ProcessInfo } from "@dialectic/contract";
import type { Command } from "commander";
import { AppError } from "#platform";
import { addCommand, addNoun } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { table } from "../../output/table.ts";
import type { Start } from "../../start-command.ts";

export function templateCommands(program: Command, start: Start): void {
  const template = addNoun(program, "template", "Templates: domains and processes, built-in ones and your own.");

  addCommand(template, "list", "Lists the newest version of each domain and process.").action(
    start({}, async (cli) => {
      await using link = await connect(cli);
      const { items: domains } = await link.client.listDomains();
      const { items: processes } = await link.client.listProcesses();
      cli.print({ domains, processes }, () => describe(domains, processes));
    }),
  );

  addCommand(
    template,
    "add <folder>",
    "Adds your own templates from a folder with prompts/, recipes/, processes/ and domains/: all of them or none.",
  ).action(
    start({}, async (cli, _options, folder = ".") => {
      const files = readTemplates(folder);
      await using link = await connect(cli);
      const made = await link.client.addTemplates({ body: { files } });
      cli.print(made, () => describeAdded(made));
    }),
  );
}

const folders = ["prompts", "recipes", "processes", "domains"];

function readTemplates(folder: string): { path: string; text: string }[] {
  try {
    const found = readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ file, path: relative(folder, file).split(sep).join("/") }))
      .filter(({ path }) => folders.some((name) => path.startsWith(`${name}/`)));
    if (found.length > 0) return found.map(({ file, path }) => ({ path, text: readFileSync(file, "utf8") }));
  } catch (error) {
    throw new AppError("unreadable_file", `The folder ${folder} cannot be read.`, { cause: error });
  }
  throw new AppError("invalid_input", `${folder} contains no templates. Put files into ${folders.join("/, ")}/ in it.`);
}

const sourceOf = ({ own }: { own: boolean }) => (own ? "yours" : "shipped");

const describe = (domains: DomainInfo[], processes: ProcessInfo[]): string =>
  [
    table(
      ["domain", "version", "source", "processes", "about"],
      domains.map((one) => [one.key, String(one.version), sourceOf(one), one.processes.join(", "), one.about]),
    ),
    table(
      ["process", "version", "source", "stages"],
      processes.map((one) => [
        one.key,
        String(one.version),
        sourceOf(one),
        one.stages.map(({ key }) => key).join(" → "),
      ]),
    ),
  ].join("\n\n");

const describeAdded = ({ added, warnings }: AddedTemplates): string =>
  [
    ...(added.length > 0 ? added.map((one) => `added ${one}`) : ["Nothing new: all templates exist already."]),
    ...warnings,
  ].join("\n");
