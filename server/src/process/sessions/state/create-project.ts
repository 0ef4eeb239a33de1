import type { NewProject, Project, ProjectId } from "@dialectic/contract";
import type { z } from "zod";
import { isUniqueViolation, newId } from "#platform";
import { fileName, freeSlug, insertProject } from "#projects";
import { latestDomain, latestProcess, processOfDomain } from "#recipes";
import type { SessionsCtx } from "../ctx.ts";
import { assertBrief } from "./assert-brief.ts";
import { getProject } from "./read-projects.ts";
import { titleOfBrief } from "./title-of-brief.ts";

/** Creates a project from a brief. By default, the project is named after the brief's first sentence. */
export async function createProject(ctx: SessionsCtx, input: z.output<typeof NewProject>): Promise<Project> {
  assertBrief(input.brief);
  const id = newId<ProjectId>();
  const name = input.name ?? titleOfBrief(input.brief);
  for (let tries = 0; ; tries++) {
    try {
      await ctx.db.tx(async (db) => {
        const domain = await latestDomain(db, input.domain ?? "general");
        const process = await processOfDomain(db, domain, input.process);
        await latestProcess(db, process);
        const slug = await freeSlug(db, name);
        const brief_name = fileName((input.briefName ?? "").replace(/\.(md|markdown|txt)$/i, ""), {
          fallback: "brief",
        });
        await insertProject(db, {
          id,
          owner_id: ctx.db.userId,
          name,
          slug,
          brief: input.brief,
          brief_name,
          domain: domain.key,
          process,
          overlay: input.overlay ?? {},
        });
      });
      return await getProject(ctx, { projectId: id });
    } catch (error) {
      // Another project with the same name was created at the same time, so this one tries the next free slug.
      if (!isUniqueViolation(error) || tries >= 5) throw error;
    }
  }
}
