import { ApiError } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand, addNoun } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { readRef } from "../../input/read-ref.ts";
import {
  askAboutEdits,
  editedOnDisk,
  folderOf,
  ignoreEdits,
  ignoreEditsOption,
  updateFiles,
} from "../../output/project-files.ts";
import { withRemedies } from "../../output/texts/describe-remedy.ts";
import { describeSession } from "../../output/texts/describe-session.ts";
import { nextStep, whyIdle } from "../../run/idle-hint.ts";
import type { Start } from "../../start-command.ts";
import { stageSteeringCommands } from "./stage-steering.ts";

const verbs = [
  ["generate", "generateStage", "Starts a stage. A worker does the work."],
  ["submit", "submitStage", "Submits a finished stage, so that the next one can start."],
  ["pause", "pauseStage", "Pauses a stage. Calls in progress run to their end."],
  ["resume", "resumeStage", "Resumes a paused stage."],
  ["cancel", "cancelStage", "Cancels a stage. Finished documents are kept."],
  ["retry", "retryStage", "Retries a failed or cancelled stage: writes only what is missing."],
] as const;

/** After these verbs, prompts are built from documents, so the user must decide about edits on disk first. */
const startsWork: readonly string[] = ["generate", "submit", "resume", "retry"];

const outputCap = { maxOutputTokens: z.coerce.number().int().min(64).optional() };

export function stageCommands(program: Command, start: Start): void {
  const stage = addNoun(program, "stage", "Stages of a session: start, give feedback, submit, pause, retry.");
  for (const [verb, route, about] of verbs) {
    const command = addCommand(
      stage,
      `${verb} <session> [stage]`,
      `${about} If no stage is given, applies to the current one.`,
    );
    if (startsWork.includes(verb)) command.option(...ignoreEditsOption);
    if (verb === "retry") {
      command.option("--max-output-tokens <n>", "output cap per request from now on, for a model that needs more room");
    }
    command.action(
      start({ ...ignoreEdits, ...outputCap }, async (cli, options, id, key) => {
        const ref = readRef("session", id);
        await using link = await connect(cli);
        const sessionId = await ref(link.client);
        const found = await link.client.getSession({ params: { sessionId } });
        if (startsWork.includes(verb) && !options.ignoreEdits)
          await askAboutEdits(cli, await editedOnDisk(cli, link.client, found));
        const params = { sessionId, stage: key ?? found.currentStage };
        const { maxOutputTokens } = options;
        if (maxOutputTokens !== undefined)
          await link.client.changeOutputCap({ params: { sessionId }, body: { maxOutputTokens } });
        const session = await link.client[route]({ params }).catch((error: unknown) => {
          throw withHint(error, whyIdle(cli, link, found));
        });
        cli.print(session, () => describeSession(session));
        const project = await link.client.getProject({ params: { projectId: session.projectId } });
        if ((await folderOf(cli, project)).isChosen) await updateFiles(cli, link.client, project);
        const next = nextStep(cli, link, session);
        if (next) cli.say(next);
      }),
    );
  }
  addCommand(
    stage,
    "continue-without <session> [stage]",
    "Finishes a failed stage even though documents of a model are missing. If no stage is given, applies to the current one.",
  )
    .option("--model <model>", "model to continue without (default: every model that failed)")
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

/** Adds `hint`, which says that no worker is processing the stage, to an error from the API. */
const withHint = (error: unknown, hint: string | null): unknown =>
  error instanceof ApiError && hint
    ? new AppError(error.problem.code, `${withRemedies(error.problem.detail, error.problem.remedies)} ${hint}`, {
        cause: error,
      })
    : error;
