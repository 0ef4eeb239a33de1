/** For each stage, an answer in exactly the format that was asked for. */
export const canonicalAnswers: Readonly<Record<string, string>> = {
  thesis: `# Business case

The market hall stands empty on Sundays.

# Feature specification

A Sunday market with 40 stalls.

## Left out

Music after six.

# Technical approach

Power comes from the hall's own supply.

# Success metrics

North star: 2,000 visitors.

# Open questions

- [ ] **Q** Is there a loading dock? — the lorry size — if unanswered: assume none
- [ ] **Q** Who cleans? — the price — if unanswered: the city

# Claims

- C: The market opens at nine.
- C: No generators are used.
- C: Forty stalls are let first.
`,
  antithesis: `# Critique

[C1] needs a float.

## Keep

[C2] must survive.

# Feasibility

Verdict: feasible if the float is found.

# Risk register

| risk | likelihood 1–5 | impact 1–5 | early sign | response | claim |
|---|---|---|---|---|---|
| Rain | 3 | 2 | forecast | tents | none |
| No permit | 2 | 5 | no reply | call | C1 |

# Non-functional requirements

Aisles are 1.5 m wide.

# Dependency map

| needs | from whom | by when | if late |
|---|---|---|---|
| permit | city | 1 May | no market |

# Scorecard

| criterion | weight | score 0–10 | because |
|---|---|---|---|
| fits the request | 25 | 8 | it keeps Sunday |
| respects the facts | 15 | 7 | one number is off |
| feasible | 20 | 6 | the float is missing |
| complete | 15 | 7 | no cleaning |
| risk | 10 | 5 | rain |
| cost | 10 | 8 | cheap |
| clarity | 5 | 9 | short |
`,
  synthesis: `# Requirements

### R-1 Open on Sunday

The hall must open at nine.

- Acceptance: the doors are open
- Priority: must

### R-2 Quiet power

Power must come from the hall.

- Acceptance: no generator is heard

# Architecture

One hall, forty stalls.

# Technology choices

| chosen | rejected | why | exit |
|---|---|---|---|
| hall supply | generators | quiet | hire one |

# Resolved positions

| claim | verdict | because | answers |
|---|---|---|---|
| [C1] | kept | the hall allows it | R-1 |
| [C2] | merged | with the first | R-1 |
| [C3] | rejected | too dear | none |
| [C4] | open | the city decides | none |
`,
  parenthesis: `# Technical requirements

### R-1 Open on Sunday

The hall must open at nine.

- Test: try the door

### R-2 Quiet power

Power must come from the hall.

- Test: listen

# Master plan

## Phase 1 Start

- [ ] M1 Permit — depends on: none — owner: host
- [~] M2 Power — depends on: M1 — owner: host
- [-] M3 Stage — depends on: M1 — owner: host — reason: no room

# Milestones

## M1 Permit

- Outcome: a permit
- Depends on: none
- Requirements: R-1

## M2 Power

- Outcome: power
- Depends on: M1
- Requirements: R-1, R-2
`,
  paralysis: `# Work plan

## M1 Permit

### W1.1 Call the city

- Depends on: none
- Steps:
  - [ ] find the number
  - [ ] call
- Done when: a date is set
- Requirements: R-1

### W1.2 Sign

- Depends on: W1.1
- Steps:
  - [ ] read it
  - [ ] sign it
- Done when: it is signed

# Updated master plan

## Phase 1 Start

- [~] M1 Permit — depends on: none — owner: host
- [ ] M2 Power — depends on: M1 — owner: host

# Recommendation

## Decision

Go.

## First three actions

Call the city.
`,
};
