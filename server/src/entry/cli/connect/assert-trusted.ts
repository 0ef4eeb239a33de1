import { AppError, type Config, folderTrust } from "#platform";

/**
 * Throws if the data folder was found in the current folder and this installation did not make it: it may have come with
 * a repository or an archive, and what is in it decides where keys, prompts and commands are sent.
 */
export function assertTrusted({ dataDir, isFolderNamed }: Config): void {
  if (isFolderNamed) return;
  const trust = folderTrust(dataDir);
  if (trust.ok) return;
  const remedy = `If it is yours, type "dialectic folder trust", or name it with --data ${dataDir}.`;
  if (trust.why === "link") {
    throw refused(`${dataDir} is a symbolic link. Name the folder it leads to with --data, or remove the link.`);
  }
  const what =
    trust.why === "copy"
      ? `is a copy of ${trust.of}, and copies are not used before somebody looked at them`
      : "was not made by this installation: it may have come with the files around it";
  throw refused(`The data folder ${dataDir} ${what}. Nothing in it was read. ${remedy}`);
}

const refused = (message: string): AppError => new AppError("data_folder_refused", message);
