import { ApiError } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand, addNoun } from "../add-command.ts";
import { connect } from "../connect/connect.ts";
import { readRef } from "../input/read-ref.ts";
import { withRemedies } from "../output/describe-remedy.ts";
import { describeSession } from "../output/describe-session.ts";
import {
  askAboutEdits,
  bringUpToDate,
  editedOnDisk,
  folderOf,
  ignoreEdits,
  ignoreEditsOption,
} from "../output/project-files.ts";
import { nextStep, whyIdle } from "../run/idle-hint.ts";
import type { Start } from "../start-command.ts";
import { stageSteeringCommands } from "./stage-steering.ts";

const verbs = [
  ["generate", "generateStage", "Starts a stage; a worker does the work."],
  ["submit", "submitStage", "Submits a finished stage and moves the session on."],
  ["pause", "pauseStage", "Pauses what has not started; what is running finishes its turn."],
  ["resume", "resumeStage", "Resumes what was paused."],
  ["cancel", "cancelStage", "Cancels a stage; what is written stays."],
  ["retry", "retryStage", "Runs again only what is missing of a failed or cancelled stage."],
] as const;

/** After these, prompts are built from documents. */
const beginsWork: readonly string[] = ["generate", "submit", "resume", "retry"];

export function stageCommands(program: Command, start: Start): void {
  const stage = addNoun(program, "stage", "Stages of a session: start, say something, submit, pause, retry.");
  for (const [verb, route, about] of verbs) {
    const command = addCommand(stage, `${verb} <session> [stage]`, `${about} Without a stage: the current one.`);
    if (beginsWork.includes(verb)) command.option(...ignoreEditsOption);
    command.action(
      start(ignoreEdits, async (cli, options, id, key) => {
        const ref = readRef("session", id);
        await using link = await connect(cli);
        const sessionId = await ref(link.client);
        const found = await link.client.getSession({ params: { sessionId } });
        if (beginsWork.includes(verb) && !options.ignoreEdits)
          await askAboutEdits(cli, await editedOnDisk(cli, link.client, found));
        const params = { sessionId, stage: key ?? found.currentStage };
        const session = await link.client[route]({ params }).catch((error: unknown) => {
          throw withHint(error, whyIdle(cli, link, found));
        });
        cli.print(session, () => describeSession(session));
        const project = await link.client.getProject({ params: { projectId: session.projectId } });
        if ((await folderOf(cli, project)).isChosen) await bringUpToDate(cli, link.client, project);
        const next = nextStep(cli, link, session);
        if (next) cli.say(next);
      }),
    );
  }
  addCommand(
    stage,
    "continue-without <session> [stage]",
    "Has a failed stage finish without what a model should have written. Without a stage: the current one.",
  )
    .option("--model <model>", "the model to continue without (else every model that failed)")
    .action(
      start({ model: z.string().optional() }, async (cli, { model }, id, key) => {
        const ref = readRef("session", id);
        await using link = await connect(cli);
        const sessionId = await ref(link.client);
        const found = await link.client.getSession({ params: { sessionId } });
        const params = { sessionId, stage: key ?? found.currentStage };
        const session = await link.client.continueWithout({ params, body: { model } });
        cli.print(session, () => describeSession(session));
        const next = nextStep(cli, link, session);
        if (next) cli.say(next);
      }),
    );
  stageSteeringCommands(stage, start);
}

/** A stage that cannot be submitted yet: it may be that nobody is at it. */
const withHint = (error: unknown, hint: string | null): unknown =>
  error instanceof ApiError && hint
    ? new AppError(error.problem.code, `${withRemedies(error.problem.detail, error.problem.remedies)} ${hint}`, {
        cause: error,
      })
    : error;
