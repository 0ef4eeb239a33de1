import { expect, it } from "vitest";
import type { Chat } from "./chat.ts";
import { runSlashCommand, slashCommands } from "./slash-commands.ts";

/** Fails the test if the command touches the chat. */
const untouched = new Proxy({} as Chat, {
  get(_, name) {
    throw new Error(`The chat's ${String(name)} was used.`);
  },
});

it.each(slashCommands.filter(({ usage }) => usage === undefined).map(({ name }) => name))(
  "/%s rejects arguments, because it takes none",
  async (name) => {
    await expect(runSlashCommand(untouched, `/${name} with more detail`)).rejects.toMatchObject({
      code: "invalid_input",
      message: `/${name} takes no arguments, but was given "with more detail". Nothing was done.`,
    });
  },
);

it("an unknown slash command is rejected", async () => {
  await expect(runSlashCommand(untouched, "/again please")).rejects.toMatchObject({ code: "invalid_input" });
});
