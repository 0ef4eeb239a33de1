-- How far a document is carried on, and what is learned from calls about counting. docs/decisions/0022-continuing.md

-- Kept with the session: what the installation's setting is when a turn ends must not decide about a run that was quoted.
alter table sessions add column continuations int not null default 5 check (continuations between 0 and 100);

-- How the tokens of a prompt were counted before it was sent. Null: an estimate of earlier versions, too large to learn from.
alter table model_calls add column counted_by text;

-- What a model's own count is to ours, newest first: asked before every call.
create index model_calls_counted on model_calls (owner_id, model, at desc)
  where counted_by is not null and not tokens_estimated and input_tokens is not null;
