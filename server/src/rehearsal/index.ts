/**
 * Rehearsal: models that are programs. They run in this process, need no key and no network, and give the same bytes
 * for the same prompt and seed. They are the first thing a new user sees, and the models of most tests.
 *
 * They are extractive: the brief is split into sentences, and each sentence is classified (goal, limit, exclusion,
 * figure, date, person, open, block, context) and quoted in the plan. The text around the quotations is not specific to any
 * field.
 *
 * Words:
 * - *point*: one sentence of the brief, of a fact, of an answer or of feedback.
 * - *temperament* (atlas, briar, cedar): decides what comes first and what is doubted.
 * - *voice*: everything that one temperament says.
 * - *stance*: the position of a claim on a topic.
 * - *workspace*: everything that one document is written from.
 * - `drift`: a model that writes what one of the others would write, with careless formatting.
 *
 * Folders:
 * - `brief` and `prompt` read the input. `voices` holds the phrases of each temperament.
 * - `thesis`, `antithesis`, `synthesis`, `plan` and `combining` write the documents.
 * - `text` fits words to budgets. `shaped` answers with objects and tool calls.
 * - `chat` chooses tools in conversations, and `facts` extracts facts, both by rules.
 * - `model` implements the AI SDK's interface.
 *
 * Owns no tables. No module below imports from here; `app` registers `rehearsalProvider`.
 *
 * Always true:
 * - Text between quotation marks occurs in the prompt verbatim, except for white space.
 * - What a brief excludes is quoted with its negation.
 * - No sentence says what a brief does not mention, computes with its figures, or gives work to a person.
 * - Output is cut exactly at its cap. A text that is cut off and continued is the same as if it had been written in one
 *   call.
 * - Every document says that a rehearsal model wrote it, without naming the model.
 */
export { rehearsalProvider } from "./provider.ts";
