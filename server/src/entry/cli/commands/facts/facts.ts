import { type Client, FactStatus, FactValue, type ProjectId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { connect } from "../../connect/connect.ts";
import { readRef } from "../../input/read-ref.ts";
import {
  describeAction,
  describeEvents,
  describeFact,
  describeFacts,
  describeSettings,
  describeWhy,
} from "../../output/texts/describe-facts.ts";
import type { Start } from "../../start-command.ts";

const mostShown = 500;
const onOff = z.enum(["on", "off"]).optional();

/** Commands about facts: their values, their evidence, and decisions about them. */
export function factsCommands(program: Command, start: Start): void {
  const facts = addCommand(program, "facts", "What is known about a project, each fact with the words it comes from.");

  addCommand(facts, "list <project>", "Lists facts by number.", { isDefault: true })
    .option("--status <status>", `only ${FactStatus.options.join(", ")}`)
    .action(
      start({ status: FactStatus.optional() }, async (cli, { status }, typed) => {
        await inProject(cli, typed, async (client, projectId) => {
          const query = { limit: mostShown, ...(status ? { status } : {}) };
          const found = await client.listFacts({ params: { projectId }, query });
          cli.print(found, () => describeFacts(found.items));
        });
      }),
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
    ["accept", "Accepts a fact; the accepted one of its key is superseded.", "acceptFact"],
    ["reject", "Rejects a fact; no older one takes its place.", "rejectFact"],
    ["choose", "Settles a contradiction: accepts this fact, rejects the other values.", "chooseFact"],
  ] as const;
  for (const [verb, about, route] of decisions) {
    addCommand(facts, `${verb} <project> <fact>`, about)
      .option("--reason <text>", "why")
      .action(
        start({ reason: z.string().optional() }, async (cli, { reason }, typed, name = "") => {
          await inProject(cli, typed, async (client, projectId) => {
            const { id: factId, status: ifStatus } = await client.findFact({ params: { projectId, name } });
            const done = await client[route]({ params: { factId }, body: { ifStatus, ...(reason ? { reason } : {}) } });
            cli.print(done, () => describeAction(done));
          });
        }),
      );
  }

  addCommand(
    facts,
    "edit <project> <fact> <value>",
    'Gives a key another value by hand: 350, "6 m", "80k ILS", or JSON.',
  )
    .option("--reason <text>", "why")
    .action(
      start({ reason: z.string().optional() }, async (cli, { reason }, typed, name = "", value = "") => {
        await inProject(cli, typed, async (client, projectId) => {
          const { id: factId } = await client.findFact({ params: { projectId, name } });
          const body = { value: readValue(value), ...(reason ? { reason } : {}) };
          const done = await client.editFact({ params: { factId }, body });
          cli.print(done, () => describeAction(done));
        });
      }),
    );

  addCommand(facts, "accept-all <project>", "Accepts every proposed fact that contradicts nothing.").action(
    start({}, async (cli, _options, typed) => {
      await inProject(cli, typed, async (client, projectId) => {
        const done = await client.acceptAllFacts({ params: { projectId } });
        const left = done.left === 0 ? "" : `\n${done.left} are left for you to decide: facts list --status conflict.`;
        cli.print(done, () => `${describeAction(done)}${left}`);
      });
    }),
  );

  addCommand(
    facts,
    "undo <project> [action]",
    "Takes back the newest decision, or the action with this number.",
  ).action(
    start({}, async (cli, _options, typed, action) => {
      const number = z.coerce.number().int().min(1).optional().safeParse(action);
      if (!number.success) throw new AppError("invalid_input", `"${action}" is not the number of an action.`);
      await inProject(cli, typed, async (client, projectId) => {
        const body = number.data === undefined ? {} : { action: number.data };
        const done = await client.undoFacts({ params: { projectId }, body });
        cli.print(done, () => describeAction(done));
      });
    }),
  );

  addCommand(facts, "as-of <project> <date>", "Shows what was accepted on a date (2026-11-18, or with a time).").action(
    start({}, async (cli, _options, typed, date = "") => {
      const at = new Date(/^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T23:59:59.999Z` : date);
      if (Number.isNaN(at.getTime())) throw new AppError("invalid_input", `"${date}" is not a date: write 2026-11-18.`);
      await inProject(cli, typed, async (client, projectId) => {
        const found = await client.factsAsOf({ params: { projectId }, query: { at: at.toISOString() } });
        cli.print(found, () => describeFacts(found.items));
      });
    }),
  );

  addCommand(facts, "history <project>", "Shows what happened to the facts, the newest first.").action(
    start({}, async (cli, _options, typed) => {
      await inProject(cli, typed, async (client, projectId) => {
        const found = await client.factHistory({ params: { projectId }, query: { limit: 100 } });
        cli.print(found, () => describeEvents(found.items));
      });
    }),
  );

  addCommand(
    facts,
    "extractor <project> [model]",
    "Shows or sets the model that extracts facts from turns: auto (the cheapest of the newest session), an id, or none.",
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
}

/** Parses the value if it is JSON; otherwise returns the typed text, which is read later by the type of the key. */
export function readValue(typed: string): z.infer<typeof FactValue> {
  try {
    return FactValue.parse(JSON.parse(typed));
  } catch {
    return typed; // such as 6 m
  }
}

export async function inProject(
  cli: Cli,
  typed: string | undefined,
  act: (client: Client, projectId: ProjectId) => Promise<void>,
): Promise<void> {
  const ref = readRef("project", typed);
  await using link = await connect(cli);
  await act(link.client, await ref(link.client));
}
