-- Claims, verdicts, scores, open questions and references of documents, as rows. All of them are derived from documents and
-- can be derived again. People's answers and choices are in append-only tables of their own.

-- 1. Derived from documents ------------------------------------------------------------------------------------------

-- The claims C1, C2 … of a session. Numbers are assigned when a stage is finished and are never reused
-- (docs/decisions/0015-what-documents-say.md).
create table claims (
  session_id uuid not null references sessions on delete cascade,
  number int not null check (number > 0),
  owner_id uuid not null references users,
  contribution_id uuid not null references contributions on delete cascade,
  model text not null,
  text text not null check (text <> ''),
  primary key (session_id, number)
);
create index claims_by_contribution on claims (contribution_id);
call protect('claims', 'select, insert');

-- The verdicts of syntheses, one per synthesis and claim.
create table verdicts (
  session_id uuid not null,
  number int not null,
  owner_id uuid not null references users,
  contribution_id uuid not null references contributions on delete cascade,
  version int not null,
  model text not null,
  verdict text not null check (verdict in ('kept', 'merged', 'rejected', 'open')),
  because text not null,
  answers text not null,
  primary key (contribution_id, version, number),
  foreign key (session_id, number) references claims on delete cascade
);
create index verdicts_by_claim on verdicts (session_id, number);
call protect('verdicts', 'select, insert');

create table scores (
  session_id uuid not null references sessions on delete cascade,
  owner_id uuid not null references users,
  contribution_id uuid not null references contributions on delete cascade,
  version int not null,
  proposal_id uuid not null references contributions on delete cascade,
  place int not null,
  criterion text not null,
  -- The weight that the critic gave this criterion; null if none could be parsed.
  weight double precision check (weight >= 0 and weight < 'Infinity'),
  score double precision not null check (score between 0 and 10),
  because text not null,
  -- True if the critic also wrote the proposal. Such a score is shown, but not counted in medians.
  is_self boolean not null,
  primary key (contribution_id, version, place)
);
create index scores_by_session on scores (session_id);
call protect('scores', 'select, insert');

-- The questions Q1, Q2 … of a session, numbered like claims.
create table questions (
  session_id uuid not null references sessions on delete cascade,
  number int not null check (number > 0),
  owner_id uuid not null references users,
  contribution_id uuid not null references contributions on delete cascade,
  model text not null,
  text text not null check (text <> ''),
  decides text not null,
  -- The default, which applies while there is no answer; empty if the document states none.
  otherwise text not null,
  primary key (session_id, number)
);
create index questions_by_contribution on questions (contribution_id);
call protect('questions', 'select, insert');

create table document_references (
  document_id uuid not null references documents on delete cascade,
  version int not null,
  owner_id uuid not null references users,
  paragraph int not null check (paragraph > 0),
  kind text not null check (kind in ('C', 'D', 'F', 'Q')),
  number int not null,
  resolved boolean not null,
  primary key (document_id, version, paragraph, kind, number)
);
call protect('document_references', 'select, insert');

-- One row per collected version of a document: the numbers of its claims and questions, its problems, and how many of its
-- references resolve. A sentence that an edit does not change keeps its number.
create table document_checks (
  document_id uuid not null references documents on delete cascade,
  version int not null,
  owner_id uuid not null references users,
  claims int[] not null,
  questions int[] not null,
  warnings text[] not null,
  reference_count int not null,
  resolved_count int not null check (resolved_count between 0 and reference_count),
  checked_at timestamptz not null default now() check (isfinite(checked_at)),
  primary key (document_id, version)
);
call protect('document_checks', 'select, insert');

-- 2. Answers and choices of people -----------------------------------------------------------------------------------

-- The newest answer applies. A stage that started before an answer was given keeps reading the previous one, even if the
-- stage is retried. The foreign keys are deferred, so that questions and claims can be deleted and derived again in one
-- transaction.
create table question_answers (
  id uuid primary key,
  session_id uuid not null references sessions on delete cascade,
  number int not null,
  owner_id uuid not null references users,
  answer text not null check (btrim(answer) <> ''),
  -- clock_timestamp() instead of now(), because the transaction may have waited for the session's lock while a stage
  -- started.
  answered_at timestamptz not null default clock_timestamp() check (isfinite(answered_at)),
  foreign key (session_id, number) references questions deferrable initially deferred
);
create index question_answers_by_question on question_answers (session_id, number, answered_at);
call protect('question_answers', 'select, insert');

create table claim_choices (
  id uuid primary key,
  session_id uuid not null references sessions on delete cascade,
  number int not null,
  owner_id uuid not null references users,
  choice text not null check (choice in ('kept', 'merged', 'rejected', 'open')),
  note text not null,
  chosen_at timestamptz not null default clock_timestamp() check (isfinite(chosen_at)),
  foreign key (session_id, number) references claims deferrable initially deferred
);
create index claim_choices_by_claim on claim_choices (session_id, number, chosen_at);
call protect('claim_choices', 'select, insert');

create function answer_event() returns trigger language plpgsql as $$
begin
  perform emit_event('question.answered', new.owner_id,
    (select project_id from sessions where id = new.session_id), new.session_id, jsonb_build_object('number', new.number));
  return null;
end $$;
create trigger tell after insert on question_answers for each row execute function answer_event();

create function choice_event() returns trigger language plpgsql as $$
begin
  perform emit_event('claim.chosen', new.owner_id,
    (select project_id from sessions where id = new.session_id), new.session_id,
    jsonb_build_object('number', new.number, 'choice', new.choice));
  return null;
end $$;
create trigger tell after insert on claim_choices for each row execute function choice_event();
