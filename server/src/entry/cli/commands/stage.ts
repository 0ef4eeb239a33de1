import type { Command } from "commander";
import { addCommand, addNoun } from "../add-command.ts";
import { connect } from "../connect.ts";
import { describeSession } from "../describe-session.ts";
import { readRef } from "../read-ref.ts";
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

export function stageCommands(program: Command, start: Start): void {
  const stage = addNoun(program, "stage", "Stages of a session: start, say something, submit, pause, retry.");
  for (const [verb, route, about] of verbs) {
    addCommand(stage, `${verb} <session> [stage]`, `${about} Without a stage: the current one.`).action(
      start({}, async (cli, _options, id, key) => {
        const ref = readRef("session", id);
        await using link = await connect(cli);
        const sessionId = await ref(link.client);
        const current = key ?? (await link.client.getSession({ params: { sessionId } })).currentStage;
        const session = await link.client[route]({ params: { sessionId, stage: current } });
        cli.print(session, () => describeSession(session));
      }),
    );
  }
  stageSteeringCommands(stage, start);
}
