-- Memory, completed: which sources are embedded is known without counting, and a question costs less.

-- The model by which every chunk of the source has its embedding; null after chunks were added. What is due is found by
-- looking at sources alone, however many chunks there are.
alter table memory_sources add column embedded_as text;
update memory_sources s set embedded_as = m.model
from memory_models m
where m.owner_id = s.owner_id and s.chunks = (
  select count(*) from memory_vectors v where v.source_id = s.id and v.model = m.model);

create function bare_again() returns trigger language plpgsql as $$
begin
  new.embedded_as := null;
  return new;
end $$;
-- Chunks are added together with their number and their length; taking some out leaves the others embedded.
create trigger bare_again before update of chunks on memory_sources
  for each row when (new.chunks > old.chunks) execute function bare_again();

-- Those who have sources that are not embedded by this model (null: none is wanted) or whose words were reduced by other
-- rules than today's. Workers ask for everybody's; nothing but who they are is told.
create function owners_with_memory_due(model text) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct s.owner_id
  from memory_sources s left join memory_languages l on l.project_id = s.project_id
  where s.chunks > 0 and s.embedded_as is distinct from coalesce(model, s.embedded_as)
    or s.lexed_as <> coalesce(l.language, 'english') || '/' || current_setting('server_version_num')::int / 10000
$$;
revoke execute on function owners_with_memory_due(text) from public;
grant execute on function owners_with_memory_due(text) to dialectic_app;

-- As before; but however many texts rest for want of money to embed them, a person is told once.
create or replace function payment_pause_notice(job jobs) returns void language plpgsql as $$
declare
  what constant text := coalesce(job.label, job.kind);
  wanted payment_waits;
  wallet accounts;
  limits record;
  narrowest budgets;
  latest_top_up bigint;
  notice_kind text := 'paused';
  cause text;
  sentence text;
begin
  select * into wallet from accounts where owner_id = job.owner_id and kind = 'wallet';
  select * into wanted from payment_waits where owner_id = job.owner_id and job_id = job.id and reason = job.pause_reason;
  limits := room_for(wallet, job.session_id, wanted.exchange_id);
  narrowest := limits.budget;
  if job.pause_reason = 'approval' then
    cause := format('paused:approval:%s:%s', job.chain_id, wanted.amount);
    sentence := format('%s waits for your approval%s. Type "dialectic jobs approve %s" to allow it.',
      what,
      format(' to spend %s', in_dollars(wanted.amount))
        || coalesce(format(', %s %% of the %s you have',
          greatest(round(wanted.amount * 100.0 / nullif(wallet.balance, 0)), 1), in_dollars(nullif(wallet.balance, 0))), ''),
      job.id);
  elsif limits.room >= wanted.amount then
    return; -- the money came meanwhile: it goes on by itself
  elsif narrowest.subject_id is not null then
    notice_kind := 'budget.reached';
    cause := format('budget.reached:%s:%s', narrowest.subject_id, narrowest.cap);
    sentence := format('The budget of %s is reached: %s needs %s and %s of it is left. %s',
      in_dollars(narrowest.cap), what, coalesce(in_dollars(wanted.amount), 'more'), in_dollars(limits.room),
      case narrowest.kind
        when 'session' then format('Type "dialectic wallet budget %s %s" to raise it.', narrowest.subject_id,
          covering_dollars(narrowest.cap + coalesce(wanted.amount, 1) - limits.room))
        else 'Raise it to go on.' end);
  else
    -- It is short of the same thing until somebody adds money: told once, though it may rest more than once.
    select max(id) into latest_top_up from ledger_transactions where owner_id = job.owner_id and kind = 'top-up' and lines > 0;
    cause := format('paused:funds:%s:%s:%s',
      case when job.kind = 'index' then job.kind else coalesce(job.session_id, job.id)::text end, job.stage, latest_top_up);
    sentence := format('%s is paused: it needs %s and %s is free. Type "dialectic wallet top-up %s" to go on.',
      what, coalesce(in_dollars(wanted.amount), 'money'), in_dollars(limits.room),
      covering_dollars(coalesce(wanted.amount, 1) - limits.room));
  end if;
  perform add_notice(notice_kind, cause, sentence, place_of_job(job),
    job.owner_id, job.project_id, job.session_id, job.stage, job.id);
end $$;

-- Texts of projects that memory has not read yet: a document that was written or edited, or (without one) the brief. A
-- mark costs a run next to nothing; whoever searches first, or a server with time to spare, reads the texts.
create table memory_due (
  id bigint generated always as identity primary key,
  owner_id uuid not null references users,
  project_id uuid not null references projects on delete cascade,
  document_id uuid references documents on delete cascade
);
create index memory_due_by_project on memory_due (owner_id, project_id);
create index memory_due_by_document on memory_due (document_id);
call protect('memory_due', 'select, insert, delete');

create function mark_brief_due() returns trigger language plpgsql as $$
begin
  insert into memory_due (owner_id, project_id) values (new.owner_id, new.id);
  return null;
end $$;
create trigger mark_brief_due after insert or update of brief on projects
  for each row execute function mark_brief_due();

create function mark_document_due() returns trigger language plpgsql as $$
begin
  insert into memory_due (owner_id, project_id, document_id) values (new.owner_id, new.project_id, new.id);
  return null;
end $$;
create trigger mark_document_due after insert on documents
  for each row when (new.kind = 'whole' and not new.intermediate) execute function mark_document_due();

create function mark_edit_due() returns trigger language plpgsql as $$
begin
  insert into memory_due (owner_id, project_id, document_id) values (new.owner_id, new.project_id, new.document_id);
  return null;
end $$;
create trigger mark_edit_due after insert on document_versions
  for each row when (new.earlier_path is not null) execute function mark_edit_due(); -- parts have no such path
alter table projects enable always trigger mark_brief_due;
alter table documents enable always trigger mark_document_due;
alter table document_versions enable always trigger mark_edit_due;

insert into memory_due (owner_id, project_id) select owner_id, id from projects;
insert into memory_due (owner_id, project_id, document_id)
select owner_id, project_id, id from documents where kind = 'whole' and not intermediate;

-- Those who have such texts, for servers with time to spare; nothing but who they are is told.
create function owners_with_texts_due() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct owner_id from memory_due
$$;
revoke execute on function owners_with_texts_due() from public;
grant execute on function owners_with_texts_due() to dialectic_app;

-- A search at less cost ------------------------------------------------------------------------------------------------

-- Every search reads the words of many chunks, and the texts of a few: long texts stand aside before words do, which would
-- otherwise be packed and moved out of their rows (a quarter of the time it takes to visit them, measured).
alter table memory_chunks alter column lexemes set storage main, alter column body set storage external;

drop function memory_candidates(text, regconfig, halfvec, text, memory_scope, int);
drop function memory_lexical(tsvector, memory_scope, int);
drop function memory_postings(tsvector, tsquery, memory_scope);

-- How often a lexeme occurs, from its rank. For one lexeme with unit weights ts_rank is the sum of 1/n² over its places,
-- divided by that over all numbers; what is missing from 1 says how many there were, exactly up to the 256 a tsvector
-- keeps. In half the time of ts_rank_cd, which says it directly.
create function times_ranked(rank float8) returns float8
  language sql immutable parallel safe
  return round(1 / (1.64493406685::float8 * (1 - rank)) - 0.5::float8);

-- As before: exact BM25 of each chunk (k1 = 0.9, b = 0.4) over the scope, then of the weighted window of the best and
-- their neighbours. One probe of the index per word of the question (`postings`), in this one statement, whose plan is
-- kept; `materialized` keeps queries from being parsed for every row, `offset 0` keeps the planner from finding the rows
-- by their owner instead. `words` and `shares`: words of the question by number, and what each gave to the window.
create function memory_lexical(question tsvector, scope memory_scope, depth int)
  returns table (pos bigint, bm25 float8, windowed float8, words int[], shares real[])
  language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  me uuid := acting_user();
  narrowest tsquery;
  -- k1 + 1, k1 (1 - b) and k1 b.
  k constant float8 := 1.9;
  flat constant float8 := 0.9 * 0.6;
  slope constant float8 := 0.9 * 0.4;
  total float8;
  average float8;
  window_average float8;
begin
  if scope.since is null and scope.until is null then
    select sum(s.chunks), sum(s.length), sum(s.window_length) into total, average, window_average from sources_in(scope) s;
  else
    select count(*), sum(c.length), sum(c.window_length) into total, average, window_average
    from sources_in(scope) s join memory_chunks c on c.pos >= s.id << 20 and c.pos < (s.id + 1) << 20
    where c.at >= coalesce(scope.since, '-infinity') and c.at < coalesce(scope.until, 'infinity');
  end if;
  if coalesce(total, 0) = 0 then return; end if;
  average := greatest(average / total, 1);
  window_average := greatest(window_average / total, 1);
  narrowest := case
    when scope.document is not null or scope.conversation is not null or scope.source is not null
      then (select string_agg('''~#' || s.id || '''', '|')::tsquery from sources_in(scope) s)
    when scope.session is not null then one_lexeme(scope_lexeme('s', scope.session))
    when scope.project is not null then one_lexeme(scope_lexeme('p', scope.project))
    else one_lexeme(scope_lexeme('o', me)) end;
  return query
  with asked as materialized (
    select (row_number() over (order by lexeme) - 1)::int as word, cardinality(positions)::float8 as weight,
      one_lexeme(lexeme) as alone, one_lexeme(lexeme) && narrowest as scoped
    from unnest(question)),
  postings as materialized (
    select c.pos, a.word, times_ranked(ts_rank('{1,1,1,1}', c.lexemes, a.alone)) as tf, c.length
    from asked a, lateral (select * from memory_chunks m where m.lexemes @@ a.scoped offset 0) c
    where c.owner_id = me
      and (scope.kinds is null or c.kind = any (scope.kinds))
      and (scope.since is null or c.at >= scope.since)
      and (scope.until is null or c.at < scope.until)),
  rarity as materialized (
    select a.word, a.weight * ln(1 + (total - p.found + 0.5::float8) / (p.found + 0.5::float8)) as idf
    from (select word, count(*) as found from postings group by word) p join asked a using (word)),
  best as materialized (
    select p.pos, sum(r.idf * p.tf * k / (p.tf + flat + slope * p.length / average)) as score
    from postings p join rarity r using (word) group by p.pos order by score desc, p.pos limit depth),
  around as materialized (
    select c.pos, window_weight(c.kind, 1) as once, window_weight(c.kind, 2) as twice,
      flat + slope * c.window_length / window_average as norm
    from memory_chunks c
    where c.pos = any (array(select distinct best.pos + step from best, generate_series(-2, 2) step))
      and (scope.since is null and scope.until is null or exists (select from postings p where p.pos = c.pos))),
  windowed as materialized (
    select a.pos, p.word, min(a.norm) as norm, sum(case o.far when 0 then p.tf when 1 then a.once * p.tf else a.twice * p.tf end) as tf
    from around a cross join (values (-2, 2), (-1, 1), (0, 0), (1, 1), (2, 2)) o(step, far) join postings p on p.pos = a.pos + o.step
    group by a.pos, p.word),
  summed as materialized (
    select pos, sum(share) as score, array_agg(word) as words, array_agg(share::real) as shares
    from (select w.pos, w.word, r.idf * w.tf * k / (w.tf + w.norm) as share from windowed w join rarity r using (word)) w
    group by pos order by score desc, pos limit depth)
  select s.pos, coalesce(best.score, 0), s.score, s.words, s.shares
  from summed s left join best on best.pos = s.pos
  order by s.score desc, s.pos;
end $$;
revoke execute on function memory_lexical(tsvector, memory_scope, int) from public;

-- What a question finds: by its words, by its vector (an embedding by `model`), or both. Every candidate of one way gets
-- its score of the other, too, as far as it has one; how they are weighed is decided elsewhere. Vectors of
-- another length than the question's are no candidates: a model of that name was another one once.
create function memory_candidates(
  question text, language regconfig, near halfvec, embedded_by text, scope memory_scope, depth int)
  returns table (pos bigint, bm25 float8, windowed float8, cosine float8, words int[], shares real[])
  language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  me uuid := acting_user();
  near_signs bit varying := binary_quantize(near);
begin
  if near is null then
    return query select l.pos, l.bm25, l.windowed, null::float8, l.words, l.shares
      from memory_lexical(to_tsvector(language, question), scope, depth) l;
    return;
  end if;
  return query
  with lexical as materialized (select * from memory_lexical(to_tsvector(language, question), scope, depth)),
  nearest as materialized (
    select v.pos
    from memory_vectors v join sources_in(scope) s on s.id = v.source_id
    where v.owner_id = me and v.model = embedded_by and length(v.signs) = length(near_signs)
      and (scope.since is null and scope.until is null or exists (
        select from memory_chunks c where c.pos = v.pos
          and c.at >= coalesce(scope.since, '-infinity') and c.at < coalesce(scope.until, 'infinity')))
    order by v.signs <~> near_signs, v.pos limit depth),
  found as (select pos from lexical union select pos from nearest)
  select f.pos, l.bm25, l.windowed, vector.cosine, l.words, l.shares
  from found f left join lexical l on l.pos = f.pos
  left join lateral (
    select 1 - (e.embedding <=> near) as cosine
    from memory_vectors v join memory_embeddings e on e.id = v.embedding_id
    where v.pos = f.pos and v.model = embedded_by and v.owner_id = me
      and vector_dims(e.embedding) = vector_dims(near) limit 1) vector on true;
end $$;
revoke execute on function memory_candidates(text, regconfig, halfvec, text, memory_scope, int) from public;
grant execute on function memory_candidates(text, regconfig, halfvec, text, memory_scope, int) to dialectic_app;
