import { Verdict } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { feedbackHint } from "../../input/feedback-hint.ts";
import { readFreeText } from "../../input/read-free-text.ts";
import { readRef } from "../../input/read-ref.ts";
import {
  describeClaim,
  describeClaims,
  describeQuestions,
  describeScores,
} from "../../output/texts/describe-claims.ts";
import type { Start } from "../../start-command.ts";

/** Commands about a session's claims, scores and questions, and about the person's choices and answers. */
export function sessionClaimsCommands(session: Command, start: Start): void {
  addCommand(
    session,
    "claims <session> [claim]",
    "Shows the claims of the proposals, the verdicts of the syntheses, and which claims are contested. With a claim, shows each verdict on it and the reasons.",
  )
    .option("--contested", "only claims on which the syntheses disagree")
    .action(
      start({ contested: z.boolean().default(false) }, async (cli, { contested }, id, claim) => {
        const ref = readRef("session", id);
        const number = claim === undefined ? null : readNumber("C", "claim", claim);
        await using link = await connect(cli);
        const { items, coverage } = await link.client.getClaims({ params: { sessionId: await ref(link.client) } });
        if (number !== null) {
          const one = items.find((item) => item.number === number);
          if (!one) throw new AppError("not_found", `The session has no claim C${number}.`);
          return cli.print(one, () => describeClaim(one));
        }
        const found = { items: items.filter((one) => one.contested || !contested), coverage };
        cli.print(found, () => describeClaims(found));
      }),
    );

  addCommand(
    session,
    "choose <session> <claim> <verdict> [reason...]",
    "Decides a claim: kept, merged, rejected or open. Later stages follow the decision and read the reason (“-” reads stdin).",
  )
    .option("--note <text>", "the reason, instead of words after the verdict")
    .action(
      start({ note: z.string().optional() }, async (cli, options, id, claim, verdict, reason) => {
        const ref = readRef("session", id);
        const number = readNumber("C", "claim", claim);
        const chosen = Verdict.safeParse(verdict);
        if (!chosen.success) {
          throw new AppError(
            "invalid_input",
            `"${verdict}" is not a verdict. Use one of ${Verdict.options.join(", ")}.`,
          );
        }
        const note = (await readFreeText({ typed: reason, option: options.note, flag: "--note" })) ?? "";
        await using link = await connect(cli);
        const params = { sessionId: await ref(link.client), number };
        const decided = await link.client.chooseVerdict({ params, body: { verdict: chosen.data, note } });
        const read = await feedbackHint(cli, link.client, params.sessionId);
        cli.print(decided, () => `${decided.id} is ${decided.choice?.verdict}: ${decided.text}\n${read}`);
      }),
    );

  addCommand(
    session,
    "scores <session>",
    "Shows the scores of each proposal, which one the critics prefer, and the lead model.",
  ).action(
    start({}, async (cli, _options, id) => {
      const ref = readRef("session", id);
      await using link = await connect(cli);
      const scores = await link.client.getScores({ params: { sessionId: await ref(link.client) } });
      cli.print(scores, () => describeScores(scores));
    }),
  );

  addCommand(
    session,
    "questions <session>",
    "Shows the questions that the documents ask you, with answers and defaults.",
  ).action(
    start({}, async (cli, _options, id) => {
      const ref = readRef("session", id);
      await using link = await connect(cli);
      const questions = await link.client.getQuestions({ params: { sessionId: await ref(link.client) } });
      cli.print(questions, () => describeQuestions(questions.items));
    }),
  );

  addCommand(
    session,
    "answer <session> <question> <text...>",
    "Answers a question (“-” reads stdin). Stages that start afterwards read the answer.",
  ).action(
    start({}, async (cli, _options, id, question, typed) => {
      const ref = readRef("session", id);
      const number = readNumber("Q", "question", question);
      const answer = await readFreeText({ typed });
      if (!answer?.trim()) throw new AppError("invalid_input", "The answer is empty. Type it after the question.");
      await using link = await connect(cli);
      const params = { sessionId: await ref(link.client), number };
      const answered = await link.client.answerQuestion({ params, body: { answer } });
      const read = await feedbackHint(cli, link.client, params.sessionId);
      cli.print(answered, () => `${answered.id} is answered: ${answered.text}\n${read}`);
    }),
  );
}

/** Accepts `C4`, `[C4]` and `4`. */
function readNumber(letter: string, what: string, typed = ""): number {
  const number = new RegExp(`^\\[?${letter}?(\\d{1,9})\\]?$`, "i").exec(typed.trim())?.[1];
  if (number && Number(number) > 0) return Number(number);
  throw new AppError("invalid_input", `"${typed}" is not a ${what} number. Write ${letter}4, for example.`);
}
