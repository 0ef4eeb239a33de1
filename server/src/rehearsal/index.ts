/**
 * Rehearsal: models that are programs. They run in this process, need no key and no network, and give the same bytes for the same
 * prompt and seed. They are the first thing a new user sees, and the models of most tests.
 *
 * They are extractive: the brief is split into sentences, and each sentence is classified (goal, limit, exclusion, figure,
 * date, person, open, context) and quoted in the plan. The text around the quotations is not specific to any field.
 *
 * Words: a *point* is one sentence of the brief, or of a fact, an answer or feedback. A *temperament* (atlas, briar, cedar)
 * decides what comes first and what is doubted. A *stance* is the position of a claim on a topic. The *workspace* is everything
 * one document is written from. `drift` is a model that writes what one of the others would, with careless formatting.
 *
 * Folders: `brief` and `prompt` read, `thesis` `antithesis` `synthesis` `plan` and `combining` write, `text` fits words to
 * budgets, `shaped` answers with objects and tool calls, `chat` chooses tools in conversations by rules, `facts` extracts facts by rules, `model` is the AI SDK's interface.
 *
 * Owns no tables. No module below imports from here; `app` registers `rehearsalProvider`.
 *
 * Always true:
 * - Text between quotation marks occurs in the prompt verbatim, except for white space.
 * - Output is cut exactly at its cap. If a text is cut off and continued, its parts joined equal the text of a single call.
 * - Every document says that a rehearsal model wrote it, without naming the model.
 */
export { rehearsalProvider } from "./provider.ts";
