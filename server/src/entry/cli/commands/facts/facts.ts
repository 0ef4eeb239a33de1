import { FactStatus } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { inProject, readValue } from "../../input/in-project.ts";
import {
  addPageOptions,
  addPlaceOptions,
  pageOptions,
  placeOptions,
  readPage,
  sayNext,
} from "../../output/list-pages.ts";
import {
  describeAction,
  describeAsOf,
  describeEvents,
  describeFact,
  describeFacts,
  describeSettings,
  describeWhy,
} from "../../output/texts/describe-facts.ts";
import { sayUnread } from "../../run/idle-hint.ts";
import type { Start } from "../../start-command.ts";
import { factKeysCommands } from "./fact-keys.ts";

const usualLimit = 500;
const usualHistory = 100;
const onOff = z.enum(["on", "off"]).optional();

/** Commands about facts: their values, their evidence, and decisions about them. */
export function factsCommands(program: Command, start: Start): void {
  const facts = addCommand(program, "facts", "The facts of a project, each with the words that it comes from.");

  addPageOptions(addCommand(facts, "list <project>", "Lists facts by number.", { isDefault: true }), {
    usual: usualLimit,
    searched: "in the key, the statement, the quote or the item's name",
  })
    .option("--status <status>", `only ${FactStatus.options.join(", ")}`)
    .action(
      start(
        { ...pageOptions, status: FactStatus.optional() },
        async (cli, { status, search, limit, after }, typed = "") => {
          await inProject(cli, typed, async (client, projectId, link) => {
            const filter = { search, ...(status ? { status } : {}) };
            const found = await readPage({ limit: limit ?? usualLimit, after }, (page) =>
              client.listFacts({ params: { projectId }, query: { ...filter, ...page } }),
            );
            cli.print(found, () => describeFacts(found.items));
            const command = ["facts list", typed, ...(status ? [`--status ${status}`] : [])].join(" ");
            sayNext(cli, found, { command, search, limit });
            await sayUnread(cli, link, projectId);
          });
        },
      ),
    );

  addCommand(facts, "show <project> <fact>", "Shows one fact, by number (F3) or key.").action(
    start({}, async (cli, _options, typed, name = "") => {
      await inProject(cli, typed, async (client, projectId) => {
        const fact = await client.findFact({ params: { projectId, name } });
        cli.print(fact, () => describeFact(fact));
      });
    }),
  );

  addCommand(
    facts,
    "why <project> <fact>",
    "Shows a fact's quote in context, its history, the facts it replaced, and the facts that contradict it.",
  ).action(
    start({}, async (cli, _options, typed, name = "") => {
      await inProject(cli, typed, async (client, projectId) => {
        const { id: factId } = await client.findFact({ params: { projectId, name } });
        const why = await client.whyFact({ params: { factId } });
        cli.print(why, () => describeWhy(why));
      });
    }),
  );

  const decisions = [
    ["accept", "Accepts a fact. It supersedes the accepted fact of the same key.", "acceptFact"],
    ["reject", "Rejects a fact. No earlier fact takes its place.", "rejectFact"],
    ["choose", "Settles a contradiction: accepts this fact and rejects the others.", "chooseFact"],
  ] as const;
  for (const [verb, about, route] of decisions) {
    addCommand(facts, `${verb} <project> <fact>`, about)
      .option("--reason <text>", "why")
      .action(
        start({ reason: z.string().optional() }, async (cli, { reason }, typed = "", name = "") => {
          await inProject(cli, typed, async (client, projectId) => {
            const { id: factId, status: ifStatus } = await client.findFact({ params: { projectId, name } });
            const done = await client[route]({ params: { factId }, body: { ifStatus, ...(reason ? { reason } : {}) } });
            cli.print(done, () => describeAction(done, typed));
          });
        }),
      );
  }

  addCommand(
    facts,
    "edit <project> <fact> <value>",
    'Sets another value for the key of a fact by hand: 350, "6 m", "80k ILS", or JSON.',
  )
    .option("--reason <text>", "why")
    .action(
      start({ reason: z.string().optional() }, async (cli, { reason }, typed = "", name = "", value = "") => {
        await inProject(cli, typed, async (client, projectId) => {
          const { id: factId } = await client.findFact({ params: { projectId, name } });
          const body = { value: readValue(value), ...(reason ? { reason } : {}) };
          const done = await client.editFact({ params: { factId }, body });
          cli.print(done, () => describeAction(done, typed));
        });
      }),
    );

  addCommand(facts, "accept-all <project>", "Accepts every proposed fact that contradicts nothing.").action(
    start({}, async (cli, _options, typed) => {
      await inProject(cli, typed, async (client, projectId) => {
        const done = await client.acceptAllFacts({ params: { projectId } });
        const left =
          done.left === 0
            ? ""
            : `\n${done.left} are left for you to decide one by one. To list them: facts list ${typed}.`;
        cli.print(done, () => `${describeAction(done, typed)}${left}`);
      });
    }),
  );

  addCommand(facts, "undo <project> [action]", "Undoes the newest decision, or the action with this number.").action(
    start({}, async (cli, _options, typed, action) => {
      const number = z.coerce.number().int().min(1).optional().safeParse(action);
      if (!number.success) throw new AppError("invalid_input", `"${action}" is not the number of an action.`);
      await inProject(cli, typed, async (client, projectId) => {
        const body = number.data === undefined ? {} : { action: number.data };
        const done = await client.undoFacts({ params: { projectId }, body });
        cli.print(done, () => describeAction(done, typed));
      });
    }),
  );

  addCommand(
    facts,
    "as-of <project> <date>",
    "Shows which facts were accepted at the end of a day (2026-11-18) or at a given time.",
  ).action(
    start({}, async (cli, _options, typed, date = "") => {
      const at = new Date(/^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T23:59:59.999Z` : date);
      if (Number.isNaN(at.getTime()))
        throw new AppError("invalid_input", `"${date}" is not a date. Write dates like 2026-11-18.`);
      await inProject(cli, typed, async (client, projectId) => {
        const found = await client.factsAsOf({ params: { projectId }, query: { at: at.toISOString() } });
        cli.print(found, () => describeAsOf(found.items));
      });
    }),
  );

  addPlaceOptions(addCommand(facts, "history <project>", "Shows what happened to the facts, newest first."), {
    usual: usualHistory,
  }).action(
    start(placeOptions, async (cli, { limit, after }, typed = "") => {
      await inProject(cli, typed, async (client, projectId) => {
        const found = await readPage({ limit: limit ?? usualHistory, after }, ({ limit: part, after: before }) =>
          client.factHistory({ params: { projectId }, query: { limit: part, before } }),
        );
        cli.print(found, () => describeEvents(found.items));
        sayNext(cli, found, { command: `facts history ${typed}`, limit });
      });
    }),
  );

  addCommand(
    facts,
    "extractor <project> [model]",
    "Shows or sets the model that extracts facts from turns: auto (the cheapest model of the newest session), a model id, or none.",
  )
    .option("--documents <on|off>", "whether facts are also extracted from documents that models wrote")
    .option("--rehearsal <on|off>", "whether auto may choose an offline rehearsal model")
    .action(
      start({ documents: onOff, rehearsal: onOff }, async (cli, { documents, rehearsal }, typed, model) => {
        await inProject(cli, typed, async (client, projectId) => {
          const body = {
            ...(model === undefined ? {} : { extractor: model === "none" ? null : model }),
            ...(documents ? { documents: documents === "on" } : {}),
            ...(rehearsal ? { rehearsal: rehearsal === "on" } : {}),
          };
          const params = { projectId };
          const isChange = Object.keys(body).length > 0;
          const settings = await (isChange
            ? client.changeLedgerSettings({ params, body })
            : client.getLedgerSettings({ params }));
          cli.print(settings, () => describeSettings(settings));
        });
      }),
    );

  addCommand(
    facts,
    "read-brief <project>",
    "Has the extractor read the brief as one of your turns: one paid call.",
  ).action(
    start({}, async (cli, _options, typed = "") => {
      await inProject(cli, typed, async (client, projectId, link) => {
        const settings = await client.readBrief({ params: { projectId } });
        cli.print(settings, () => `${settings.model} reads the brief. "bundles list ${typed}" shows the turn.`);
        await sayUnread(cli, link, projectId);
      });
    }),
  );

  factKeysCommands(facts, start);
}
