import { existsSync } from "node:fs";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { readRef } from "../../input/read-ref.ts";
import { chooseDir, describeGone, folderOf, sayKept } from "../../output/project-files.ts";
import { outDir, writeFiles } from "../../output/write-files.ts";
import type { Start } from "../../start-command.ts";

export function projectFolderCommand(project: Command, start: Start): void {
  addCommand(project, "folder <project> [dir]", "Shows or changes the folder that a project's files are written to.")
    .option("--default", "use projects/<name> in the data folder again")
    .action(
      start({ default: z.boolean().default(false) }, async (cli, options, id, typed) => {
        const ref = readRef("project", id);
        if (typed !== undefined && options.default) {
          throw new AppError("invalid_input", `--default and ${typed} cannot be combined.`);
        }
        const wanted = await outDir(typed);
        await using link = await connect(cli);
        const found = await link.client.getProject({ params: { projectId: await ref(link.client) } });
        if (wanted !== undefined) await chooseDir(cli, found, wanted);
        const documents = await import("#documents");
        if (options.default) documents.chooseFolder(cli.config.dataDir, { projectId: found.id, dir: null });
        const folder = await folderOf(cli, found);
        if (wanted !== undefined || options.default) {
          sayKept(cli, await writeFiles(link.client, found, folder.dir), folder.dir);
        }
        const edited = await documents.findEdited(folder.dir);
        cli.print({ projectId: found.id, ...folder, edited }, () =>
          folder.isGone
            ? describeGone(cli, found, folder)
            : [
                existsSync(folder.dir)
                  ? folder.dir
                  : `${folder.dir} does not exist yet; it is created with the first document.`,
                ...edited.map((path) => `edited on disk: ${path}`),
              ].join("\n"),
        );
      }),
    );
}
