import type { Command } from "commander";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import type { CheckResult } from "../../doctor/check.ts";
import { examine } from "../../doctor/examine.ts";
import { FailedWithResult } from "../../output/explain.ts";
import { style } from "../../output/style.ts";
import { withRemedies } from "../../output/texts/describe-remedy.ts";
import type { Start } from "../../start-command.ts";

export function doctorCommand(program: Command, start: Start): void {
  addCommand(program, "doctor", "Checks this installation and says how to fix what is wrong.").action(
    start(
      {},
      async (cli) => {
        const findings = await examine(cli);
        const problem = findings.find((finding) => finding.problem);
        const report = { ok: !problem, checks: findings.map(toReport) };
        // With --json, stdout must be a single line, so in case of a problem the report is printed together with the error
        // below.
        if (!problem || !cli.json) cli.print(report, () => findings.map(toLine).join("\n"));
        if (!problem?.problem) return;
        const { code, message, remedies } = problem.problem;
        throw new FailedWithResult(new AppError(code, `${problem.name}: ${message}`, { remedies }), report);
      },
      { ignoresFolder: true },
    ),
  );
}

const problemText = ({ message, remedies }: AppError): string => withRemedies(message, remedies);

const toReport = ({ name, detail, problem }: CheckResult) =>
  problem
    ? { name, ok: false, message: problemText(problem), code: problem.code }
    : { name, ok: true, message: detail };

function toLine({ name, detail, problem }: CheckResult): string {
  const mark = problem ? style(process.stdout, "red", "problem") : style(process.stdout, "green", "ok     ");
  return `${mark}  ${name.padEnd(12)}  ${problem ? problemText(problem) : detail}`;
}
