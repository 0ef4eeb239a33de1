/**
 * A process with one stage, in which each model writes one document of about sixty thousand words. These are templates such
 * as a person would add with `dialectic template add`.
 */
export const longTemplates = {
  domain: "at-length",
  process: "at-length",
  /** The headings, in the order of the document. */
  headings: ["Ground", "Making", "Proof", "Running"],
  files: [
    {
      path: "prompts/at-length-write.md",
      text: "Write the whole handbook for the request, in numbered sections, as long as the budgets allow.",
    },
    {
      path: "recipes/at-length.yaml",
      text: `
key: at-length
instructions: [thesis-role, rules]
steps:
  - key: write
    name: Write
    prompt: at-length-write
    strategy: per_model
    output: handbook
    artifacts:
      - { title: Ground, words: 16500, about: what is agreed before anything begins }
      - { title: Making, words: 16500, about: how it is made }
      - { title: Proof, words: 16500, about: how one sees that it holds }
      - { title: Running, words: 16500, about: how it runs }
`,
    },
    {
      path: "processes/at-length.yaml",
      text: `
key: at-length
name: At length
about: One handbook.
stages:
  - { key: handbook, name: Handbook, about: Each model writes one., convergence: per_model, recipe: at-length }
transitions:
  - { to: handbook }
`,
    },
    {
      path: "domains/at-length.yaml",
      text: `
key: at-length
name: At length
about: Long documents.
processes: [at-length]
default: at-length
`,
    },
  ],
};
