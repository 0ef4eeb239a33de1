import type { SourceDocument } from "../process.ts";
import type { PlannerContext } from "./planner.ts";

type Names = Pick<PlannerContext, "models" | "proposals">;

/** For example "atlas's thesis". The name is the last part of the model's id, by which people know the model. */
export const ownLabel = (context: PlannerContext): string =>
  `${possessive(shortName(context.model, context))} ${noun(context.step.outputType)}`;

/** For example "atlas's thesis, 2 of 3" if each model writes three proposals. */
export const proposalLabel = (context: PlannerContext, proposal: number | undefined): string =>
  `${ownLabel(context)}${whichOf(proposal, context)}`;

/** For example "briar on atlas's thesis and cedar's antithesis". */
export const aboutLabel = (context: PlannerContext, about: readonly SourceDocument[]): string =>
  `${shortName(context.model, context)} on ${about.map((source) => nameOf(source, context)).join(" and ")}`;

/** For example "briar's reduced synthesis of atlas's thesis". */
export const groupLabel = (context: PlannerContext, about: readonly SourceDocument[]): string =>
  `${ownLabel(context)} of ${about.map((source) => nameOf(source, context)).join(" and ")}`;

const nameOf = (source: SourceDocument, names: Names): string =>
  `${possessive(shortName(source.model, names))} ${noun(source.type)}${whichOf(source.proposal ?? undefined, names)}`;

const whichOf = (proposal: number | undefined, { proposals }: Names): string =>
  proposal === undefined ? "" : `, ${proposal} of ${proposals}`;

/** The last part of the model's id, or the whole id if another of the session's models ends in the same part. */
function shortName(model: string, { models }: Names): string {
  const last = lastPart(model);
  const isAmbiguous = models.some((other) => other !== model && lastPart(other) === last);
  return isAmbiguous ? model : last;
}

const lastPart = (model: string): string => model.slice(model.lastIndexOf("/") + 1);
const possessive = (name: string): string => `${name}'s`;
const noun = (type: string): string => type.replaceAll("_", " ");
