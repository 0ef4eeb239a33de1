-- The work board: one card per milestone that a work plan breaks down, in three columns. Cards belong to the user: the
-- program adds to Pending, and people do everything else. docs/decisions/0018-the-board.md

-- 1. Cards -----------------------------------------------------------------------------------------------------------

create table board_cards (
  id uuid primary key,
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  iteration int not null check (iteration > 0),
  -- The card's place in the order in which the project's work is to be done. It is part of the file's name. No other card
  -- of the project ever gets this number.
  number int not null check (number > 0),
  -- The milestone's key in the plan, such as M1.
  milestone text not null,
  title text not null check (title <> ''),
  -- The checklist as it is in the plan, with nothing ticked.
  body text not null,
  -- [{node, text, done}], in the order of the body's boxes.
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  board_column text not null default 'pending' check (board_column in ('pending', 'current', 'complete')),
  -- The first chunk of the document that the card was made from.
  source_id uuid not null references contributions on delete cascade,
  -- The path and the content of the card's file, both derived from the other columns.
  path text not null,
  file text not null,
  -- The state in which row and file last agreed; null if the file was never seen.
  synced text,
  -- Set when the card's file was deleted, so that the person decides whether to drop the card as well.
  file_lost_at timestamptz check (isfinite(file_lost_at)),
  -- A card whose file was deleted, or whose work the plan no longer contains, is offered: the person keeps or drops it.
  -- kept_at is set when the person keeps a card whose work the plan no longer contains; edits of that plan do not offer
  -- the card again.
  kept_at timestamptz check (isfinite(kept_at)),
  dropped_at timestamptz check (isfinite(dropped_at)),
  -- Set when a later plan breaks the milestone down differently, or says that the milestone no longer applies.
  superseded_by uuid references board_cards on delete set null deferrable initially deferred,
  superseded_because text,
  superseded_at timestamptz check (isfinite(superseded_at)),
  created_at timestamptz not null default clock_timestamp() check (isfinite(created_at)),
  unique (project_id, number),
  unique (project_id, path)
);
create index board_cards_by_session on board_cards (session_id);
create index board_cards_offered on board_cards (owner_id, id)
  where dropped_at is null and (file_lost_at is not null or superseded_because is not null and superseded_by is null);
call protect('board_cards', 'select, insert, update');

create function keep_card() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- An imported card may be in any column, because people may have moved it before the export.
    if is_imported_now(new.project_id) then
      return new;
    end if;
    raise exception 'Card % is added to %; cards are added to Pending only.', new.id, new.board_column using errcode = 'DL004';
  end if;
  raise exception 'Card % keeps what the plan said; only its column and its ticks change.', old.id using errcode = 'DL004';
end $$;
create trigger pending_only before insert on board_cards
  for each row when (new.board_column <> 'pending') execute function keep_card();
create trigger keep_card before update of session_id, iteration, number, milestone, title, body, source_id on board_cards
  for each row execute function keep_card();
create trigger undeletable before delete on board_cards for each row execute function refuse_delete();

create function card_event() returns trigger language plpgsql as $$
declare
  data jsonb := jsonb_build_object('cardId', new.id, 'number', new.number, 'column', new.board_column);
  kind text := case
    when tg_op = 'INSERT' then 'card.added'
    when new.board_column <> old.board_column then 'card.moved'
    when new.items <> old.items then 'card.ticked'
    when new.superseded_because is distinct from old.superseded_because then 'card.superseded'
    when new.dropped_at is distinct from old.dropped_at then 'card.dropped'
    when new.file_lost_at is distinct from old.file_lost_at then 'card.file-lost' end;
begin
  if kind is not null then
    perform emit_event(kind, new.owner_id, new.project_id, new.session_id, data);
  end if;
  return null;
end $$;
create trigger tell after insert or update on board_cards for each row execute function card_event();

-- 2. Iterations ------------------------------------------------------------------------------------------------------

-- Further iterations, each with the progress text of its prompts, which describes the state when the iteration began.
create table iterations (
  session_id uuid not null references sessions on delete cascade,
  iteration int not null check (iteration > 1),
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  from_stage text not null,
  progress text not null,
  -- As in the table sessions: the quote of the iteration, and the quote that came with an imported project.
  quote jsonb,
  quote_in_export jsonb check (jsonb_typeof(quote_in_export) = 'object'),
  began_at timestamptz not null default clock_timestamp() check (isfinite(began_at)),
  primary key (session_id, iteration)
);
call protect('iterations', 'select, insert');
create trigger immutable before update or truncate on iterations for each statement execute function refuse_change();
create trigger undeletable before delete on iterations for each row execute function refuse_delete();

create function iteration_event() returns trigger language plpgsql as $$
begin
  perform emit_event('iteration.started', new.owner_id, new.project_id, new.session_id,
    jsonb_build_object('iteration', new.iteration, 'stage', new.from_stage));
  return null;
end $$;
create trigger tell after insert on iterations for each row execute function iteration_event();
