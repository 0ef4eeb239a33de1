import type { Plan } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { connect } from "../../connect/connect.ts";
import { readRef } from "../../input/read-ref.ts";
import { commandFor } from "../../output/command-for.ts";
import type { Start } from "../../start-command.ts";

export function sessionPlanCommand(session: Command, start: Start): void {
  addCommand(session, "plan <session>", "Shows the plan of the newest finished iteration, or of an earlier one.")
    .option("--iteration <n>", "iteration to show")
    .action(
      start({ iteration: z.coerce.number().int().min(1).optional() }, async (cli, { iteration }, id) => {
        const ref = readRef("session", id);
        await using link = await connect(cli);
        const params = { sessionId: await ref(link.client) };
        const plan = await link.client.getPlan({ params, query: { iteration } });
        cli.print(plan, () => plan.parts.map(({ markdown }) => markdown.trim()).join("\n\n"), { verbatim: true });
        if (!cli.json) sayOtherPlans(cli, plan);
      }),
    );
}

/** Prints on stderr which iteration this plan is from, and how to read the plans of other iterations. */
function sayOtherPlans(cli: Cli, { sessionId, iteration, completedAt, iterations }: Plan): void {
  if (completedAt === null) cli.say(`Iteration ${iteration} is not finished, so it has no plan yet.`);
  const others = iterations.filter((one) => one.completedAt !== null && one.iteration !== iteration);
  const [first] = others;
  if (!first) return;
  const command = (n: number) => commandFor(cli.config, `session plan ${sessionId} --iteration ${n}`);
  const more = others.slice(1).map((one) => one.iteration);
  const rest = more.length > 0 ? ` Also available: ${more.join(", ")}.` : "";
  cli.say(
    `This is iteration ${iteration}. Run ${command(first.iteration)} for the plan of iteration ${first.iteration}.${rest}`,
  );
}
