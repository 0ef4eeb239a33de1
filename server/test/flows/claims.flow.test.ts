import { readFileSync } from "node:fs";
import type { Session } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerQuestion, chooseVerdict, getClaims, getDocumentChecks, getQuestions, getScores } from "#review";
import { editDocument, generateStage, getSession, listLabels, submitStage } from "#sessions";
import { bodyOf, engines, startPaidProvider, type TestApp, testApp } from "#test";
import { topUp } from "#wallet";

// One engine is enough here, because other tests run the SQL statements on both engines.
const engine = engines.at(-1) ?? "pglite";
const brief = readFileSync(new URL("../../../examples/popup.md", import.meta.url), "utf8");

let t: TestApp;
beforeAll(async () => {
  t = await testApp(engine);
  await t.startWorker();
});
afterAll(() => t[Symbol.asyncDispose]());

type Written = {
  id: Parameters<typeof getDocumentChecks>[1]["documentId"];
  stage: string;
  model: string;
  prompt: string;
  markdown: string;
};

async function written(session: Session): Promise<Written[]> {
  const { rows } = await t.ctx.db.tx((db) =>
    sql<Written>`
      select d.id, c.stage, c.model, d.markdown, string_agg(c.prompt, '' order by c.chunk) as prompt
      from contributions c join documents d on d.contribution_id = c.root_id and d.kind = 'whole'
      where c.session_id = ${session.id} and not d.intermediate
      group by d.id, c.stage, c.model, d.markdown, d.created_at
      order by d.created_at`.execute(db),
  );
  return rows;
}

describe("a classic run with rehearsal models, stage by stage", () => {
  let session: Session;
  const at = () => ({ sessionId: session.id });
  const finish = async (stage: string) => {
    await generateStage(t.ctx, { ...at(), stage });
    session = await t.reach(session.id, "awaiting_feedback", "iteration_complete");
  };
  const promptsOf = async (stage: string) =>
    (await written(session)).filter((one) => one.stage === stage).map(({ prompt }) => prompt);

  it("asks questions, and puts the answers word for word into every later prompt", async () => {
    session = await t.session({ brief, process: "classic" });
    await finish("thesis");
    await expect(listLabels(t.ctx, { ...at(), stage: "antithesis" })).rejects.toMatchObject({ code: "missing_input" });
    const [first, second] = await getQuestions(t.ctx, at());
    expect([first?.id, second?.state]).toEqual(["Q1", "open"]);
    await answerQuestion(t.ctx, { ...at(), number: 1, answer: "On **Tuesday**, [as agreed]." });
    const edited = (await written(session)).find(({ model }) => model === "rehearsal/atlas");
    if (!edited) throw new Error("Atlas has written no thesis.");
    const { length: claimed } = (await getClaims(t.ctx, at())).items;
    const markdown = `${edited.markdown}- C: The doors stay shut until nine.\n`; // the last section lists the claims
    await editDocument(t.ctx, { documentId: edited.id, markdown, baseVersion: 1 });
    const added = (await getClaims(t.ctx, at())).items.at(-1);
    expect(added).toMatchObject({ number: claimed + 1, text: "The doors stay shut until nine." });
    await submitStage(t.ctx, { ...at(), stage: "thesis" });
    expect((await getQuestions(t.ctx, at())).slice(0, 2).map(({ state }) => state)).toEqual(["answered", "assumed"]);
    await finish("antithesis");
    const prompts = await promptsOf("antithesis");
    expect(prompts).toHaveLength(4);
    for (const prompt of prompts) {
      expect(prompt).toContain("— answered: On **Tuesday**, [as agreed].");
      expect(prompt).toContain("<<<claims ");
    }
    expect(
      prompts.filter((prompt) => new RegExp(`- \\[${added?.id}\\] \\(D\\d+\\) ${added?.text}`).test(prompt)),
    ).toHaveLength(2);
  });

  it("hides the authors in the prompts of critiques, and reveals them afterwards", async () => {
    for (const prompt of await promptsOf("antithesis"))
      for (const name of session.models.flatMap((model) => [model, model.split("/")[1] ?? model]))
        expect(prompt.toLowerCase()).not.toContain(name);
    const labels = await listLabels(t.ctx, { ...at(), stage: "antithesis" });
    expect(labels.map(({ label }) => label)).toEqual(["Proposal A", "Proposal B"]);
    expect(labels.map(({ model }) => model).toSorted()).toEqual(session.models);
    for (const { stage, prompt, markdown } of await written(session)) {
      if (stage !== "antithesis") continue;
      const { label, claims } =
        /label="(?<label>Proposal \w)"[\s\S]*<<<claims \w+>>>\n(?<claims>[\s\S]*?)\n<<<end claims/.exec(prompt)
          ?.groups ?? {};
      const author = labels.find((one) => one.label === label)?.model;
      const own = (await getClaims(t.ctx, at())).items.filter(({ model }) => model === author);
      expect(claims?.match(/(?<=^- \[)C\d+(?=\] \(D\d+\))/gm)).toEqual(own.map(({ id }) => id));
      expect(markdown).toContain(`[${own[0]?.id}]`);
    }
  });

  it("makes the author of the best-ranked proposal the lead, and has every synthesis judge every claim", async () => {
    const { items, leadModel, leadChosen } = await getScores(t.ctx, at());
    expect(items.map(({ critics }) => critics.map(({ self, scores }) => [self, scores.length]))).toEqual([
      [
        [true, 7],
        [false, 7],
      ],
      [
        [false, 7],
        [true, 7],
      ],
    ]);
    expect([leadModel, leadChosen]).toEqual([items.find(({ rank }) => rank === 1)?.model ?? session.models[0], false]);
    await submitStage(t.ctx, { ...at(), stage: "antithesis" });
    await finish("synthesis");
    const { items: claims, coverage } = await getClaims(t.ctx, at());
    expect(coverage.map(({ judged, missing }) => [judged, missing])).toEqual(
      session.models.map(() => [claims.length, []]),
    );
    expect(claims.some(({ contested }) => contested)).toBe(true);
  });

  it("passes contested claims and the person's choice to the lead, and ends without warnings", async () => {
    const contested = (await getClaims(t.ctx, at())).items.filter((one) => one.contested);
    const [chosen, open] = contested;
    if (!chosen || !open) throw new Error("Two models that agree on everything prove nothing.");
    await chooseVerdict(t.ctx, { ...at(), number: chosen.number, verdict: "rejected", note: "too dear" });
    await submitStage(t.ctx, { ...at(), stage: "synthesis" });
    await finish("parenthesis");
    await submitStage(t.ctx, { ...at(), stage: "parenthesis" });
    await finish("paralysis");
    for (const prompt of [...(await promptsOf("parenthesis")), ...(await promptsOf("paralysis"))]) {
      expect(prompt).toMatch(new RegExp(`^- \\[${chosen.id}\\] .* — chosen: rejected, because too dear$`, "m"));
      expect(prompt).toMatch(new RegExp(`^- \\[${open.id}\\] .* — chosen: not yet$`, "m"));
      expect(prompt).toContain("— answered: On **Tuesday**, [as agreed].");
    }
    const done = await getSession(t.ctx, at());
    expect([done.status, done.calls, done.requests]).toEqual(["iteration_complete", 22, 22]);
    const documents = await written(session);
    expect(documents.filter(({ stage }) => stage === "parenthesis").map(({ model }) => model)).toEqual([
      done.leadModel,
    ]);
    for (const { id } of documents)
      expect(await getDocumentChecks(t.ctx, { documentId: id })).toMatchObject({
        checked: true,
        warnings: [],
        references: { share: 1 },
      });
  });
});

describe("a model that leaves things out", () => {
  const answers: Record<string, string> = {
    Claims: "- C: One.\n- C: Two.\n- C: Three.",
    "Resolved positions": "| claim | verdict | because | answers |\n|---|---|---|---|\n| [C2] | kept | yes | R-1 |",
    "Resolved positions, asked again":
      "| claim | verdict | because | answers |\n|---|---|---|---|\n| [C1] | open | who knows | none |",
    "Technical requirements": "### R-1 Light\n\n### R-2 Sound",
    Milestones: "## M1 Start\n\n- Depends on: M7\n- Requirements: R-1",
    "Milestones, asked again": "## M1 Start\n\n- Depends on: none\n- Requirements: R-1, R-2",
  };

  it("is asked again for exactly the missing artifacts; those still missing after that are reported", async () => {
    const asked: string[] = [];
    await using provider = await startPaidProvider(({ messages }) => {
      const last = messages.at(-1)?.content ?? "";
      if (messages.length > 2) asked.push(last);
      const titles = [...last.matchAll(/^- # (.+) \(at most \d+ words\)/gm)].map(([, title = ""]) => title);
      return {
        pieces: titles.map((title) => {
          const again = messages.length > 2 ? answers[`${title}, asked again`] : undefined;
          return `# ${title}\n\n${again ?? answers[title] ?? bodyOf(title)}\n\n`;
        }),
      };
    });
    provider.listIn(t.dataDir);
    await topUp(t.ctx, { amount: 1_000_000_000n, key: "much" });
    const { id } = await t.session({ brief: "Plant a hedge.", models: [provider.model], auto: true, start: true });
    const session = await t.reach(id, "iteration_complete", "paused");
    expect([session.status, session.calls, session.requests]).toEqual(["iteration_complete", 5, 7]);
    const [positions = "", plan = ""] = asked;
    expect(asked).toHaveLength(2);
    expect(positions).toContain("Resolved positions: no row gives a verdict on [C1], [C3].");
    expect(positions.match(/^- # .+(?= \(at most)/gm)).toEqual(["- # Resolved positions"]);
    expect(plan).toContain(
      "Milestones: R-2 is covered by no milestone. M1 depends on M7, which does not exist. Write all milestones",
    );

    const { items, coverage } = await getClaims(t.ctx, { sessionId: id });
    expect(items.map((one) => [one.id, one.verdicts[0]?.verdict])).toEqual([
      ["C1", "open"],
      ["C2", "kept"],
      ["C3", undefined],
    ]);
    expect(coverage[0]?.missing).toEqual(["C3"]);
    const documents = await written(session);
    const warningsOf = async (stage: string) => {
      const document = documents.find((one) => one.stage === stage);
      return document && (await getDocumentChecks(t.ctx, { documentId: document.id })).warnings;
    };
    expect(await warningsOf("synthesis")).toEqual(["Resolved positions: no verdict on [C3]."]);
    expect(await warningsOf("parenthesis")).toEqual([]);
  });
});
