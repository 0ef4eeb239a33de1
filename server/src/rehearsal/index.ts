/**
 * Rehearsal: models that are programs. They run in this process, need no key and no network, and give the same bytes for the same
 * prompt and seed. They are the first thing a new user sees, and the models of most tests.
 *
 * They are extractive: the brief is split into sentences, each is classified (goal, limit, exclusion, figure, date, person, open,
 * context) and lands in the plan as a quotation. The text around the quotations is specific to no field.
 *
 * Words: a *point* is one sentence of the brief, or of a fact, an answer or feedback. A *temperament* (atlas, briar, cedar)
 * decides what comes first and what is doubted. A *stance* is what a claim holds about a topic. The *workspace* is everything one
 * document is written from. `drift` writes what another temperament would, in careless shapes.
 *
 * Folders: `brief` and `prompt` read, `thesis` `antithesis` `synthesis` `plan` and `combining` write, `text` fits words to
 * budgets, `shaped` answers with objects and tool calls, `chat` chooses tools in conversations by rules, `facts` extracts facts by rules, `model` is the AI SDK's interface.
 *
 * Owns no tables. No module below imports from here; `app` registers `rehearsalProvider`.
 *
 * Always true:
 * - What stands between quotation marks stands in the prompt, letter by letter, white space aside.
 * - An output cap is kept exactly; a text that was cut and continued is, joined, the text written in one go.
 * - Every document says that a rehearsal model wrote it, and never which one.
 */
export { rehearsalProvider } from "./provider.ts";
