-- Memory: passages of texts, found again by their words and by what they mean.
--
-- A source is a text that was indexed (a document, a file) or a sequence of them (a conversation); its chunks are its
-- passages, in order, so that the neighbours of one stand at pos - 1 and pos + 1. Sources keep the sums BM25 needs; how
-- many chunks have a word is counted while they are searched. An embedding belongs to a content, whoever holds it;
-- memory_vectors says which chunk has which, with the signs of its numbers as bits: a tenth of the size, so that the
-- nearest are looked for among all of them without an index that would not know about scopes.

create extension if not exists vector;

alter table jobs drop constraint jobs_kind_check;
alter table jobs add constraint jobs_kind_check check (kind in ('plan', 'execute', 'render', 'index'));

-- In which language a project's words are reduced to their stems; english where nothing is said.
create table memory_languages (
  project_id uuid primary key references projects on delete cascade,
  owner_id uuid not null references users,
  language text not null check (language in (
    'simple', 'arabic', 'armenian', 'basque', 'catalan', 'danish', 'dutch', 'english', 'finnish', 'french', 'german',
    'greek', 'hindi', 'hungarian', 'indonesian', 'irish', 'italian', 'lithuanian', 'nepali', 'norwegian', 'portuguese',
    'romanian', 'russian', 'serbian', 'spanish', 'swedish', 'tamil', 'turkish', 'yiddish'))
);
call protect('memory_languages');

create table memory_sources (
  id bigint generated always as identity primary key,
  owner_id uuid not null references users,
  -- What was indexed, in the words of whoever indexed it: document:<id>, conversation:<id>, file:<name>.
  key text not null check (length(key) between 1 and 500),
  kind text not null check (kind in ('document', 'turn', 'file', 'text')),
  project_id uuid references projects on delete cascade,
  session_id uuid references sessions on delete cascade,
  -- Labels, as in jobs: what they name may be gone.
  document_id uuid,
  conversation_id uuid,
  content_hash text not null,
  at timestamptz,
  -- Language and version of the rules by which its words were reduced; when they change, it is read anew.
  lexed_as text not null,
  chunks int not null default 0 check (chunks >= 0),
  length bigint not null default 0 check (length >= 0),
  window_length float8 not null default 0,
  indexed_at timestamptz not null default now(),
  unique nulls not distinct (owner_id, project_id, key)
);
create index memory_sources_by_project on memory_sources (project_id);
create index memory_sources_by_document on memory_sources (document_id) where document_id is not null;
create index memory_sources_by_conversation on memory_sources (conversation_id) where conversation_id is not null;
call protect('memory_sources');

create table memory_chunks (
  -- The source and the place in it as one key: what stands beside a chunk is one step away, never in another source.
  pos bigint primary key,
  owner_id uuid not null references users,
  source_id bigint not null references memory_sources on delete cascade,
  -- Which part of a sequence it belongs to (a message of a conversation), and the hash of the whole of that part.
  ref text,
  ref_hash text,
  kind text not null,
  at timestamptz,
  -- Where it stands in its text, in UTF-16 units.
  start_offset int not null check (start_offset >= 0),
  end_offset int not null check (end_offset > start_offset),
  -- What is indexed with it but stands elsewhere: the headings above it, who spoke.
  context text not null default '',
  body text not null,
  -- Of context and body: what an embedding is made from.
  content_hash text not null,
  -- Its words with their places, and without places the scopes it is in, so that one index finds both.
  lexemes tsvector not null,
  -- How many words; and the same of the weighted window of its neighbours.
  length int not null,
  window_length real not null default 0
);
-- Without the pending list, which every search would have to read and only a vacuum empties.
create index memory_chunks_by_lexeme on memory_chunks using gin (lexemes) with (fastupdate = off);
create index memory_chunks_by_ref on memory_chunks (source_id, ref) where ref is not null;
create index memory_chunks_by_content on memory_chunks (owner_id, content_hash);
call protect('memory_chunks');

create table memory_embeddings (
  id bigint generated always as identity primary key,
  owner_id uuid not null references users,
  model text not null,
  content_hash text not null,
  embedding halfvec not null,
  created_at timestamptz not null default now(),
  unique (owner_id, model, content_hash)
);
call protect('memory_embeddings');

create table memory_vectors (
  pos bigint not null references memory_chunks on delete cascade,
  model text not null,
  owner_id uuid not null references users,
  source_id bigint not null references memory_sources on delete cascade,
  embedding_id bigint not null references memory_embeddings on delete cascade,
  signs bit varying not null,
  primary key (pos, model)
);
create index memory_vectors_by_source on memory_vectors (source_id);
create index memory_vectors_by_embedding on memory_vectors (embedding_id);
call protect('memory_vectors');

-- Which model's embeddings an owner's searches go by. Another one takes over when every chunk has its embedding.
create table memory_models (
  owner_id uuid primary key references users,
  model text not null,
  since timestamptz not null default now()
);
call protect('memory_models');

-- Embeddings say what was written: with a project go those that nothing else of its owner has. Deferred, because the
-- deletion reaches its chunks, two tables away, only after the triggers of the first one.
create function forget_embeddings() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from memory_embeddings e
  where e.owner_id = old.owner_id and not exists (
    select from memory_chunks c where c.owner_id = e.owner_id and c.content_hash = e.content_hash);
  return null;
end $$;
create constraint trigger forget_embeddings after delete on projects
  deferrable initially deferred for each row execute function forget_embeddings();

-- 1. Words ---------------------------------------------------------------------------------------------------------

create function one_lexeme(lexeme text) returns tsquery
  language sql immutable parallel safe
  return (''''||replace(replace(lexeme, '\', '\\'), '''', '''''')||'''')::tsquery;

-- A scope as a lexeme. Sixty bits of a hash: a chunk would have to be in one of 10^9 scopes to meet another by chance,
-- and whose it is is checked by its row besides.
create function scope_lexeme(sort text, id uuid) returns text
  language sql immutable parallel safe
  return '~' || sort || left(md5(id::text), 15);

create function scope_lexemes(source memory_sources) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(array_remove(array[
    scope_lexeme('o', source.owner_id), scope_lexeme('p', source.project_id), scope_lexeme('s', source.session_id),
    '~#' || source.id], null));

-- How many words a tsvector has: places, not lexemes. Scopes have no place.
create function words_in(lexemes tsvector) returns int
  language sql immutable parallel safe
  return (select coalesce(sum(cardinality(positions)), 0)::int from unnest(lexemes));

-- How much a neighbour counts, one and two places away. What is said in a conversation hangs together more closely
-- than the passages of a document.
create function window_weight(kind text, distance int) returns float8
  language sql immutable parallel safe
  return case when distance = 0 then float8 '1'
    when abs(distance) = 1 then case when kind = 'turn' then float8 '0.5' else float8 '0.3' end
    else case when kind = 'turn' then float8 '0.25' else float8 '0.1' end end;

-- The length of a window from the lengths of its rows: its own, those at most one away, those at most two away.
create function window_length(kind text, own bigint, within_one bigint, within_two bigint) returns real
  language sql immutable parallel safe
  return own + window_weight(kind, 1) * (within_one - own) + window_weight(kind, 2) * (within_two - within_one);

-- Adds chunks to a source from this place on, each with the length of its window. Lengths are computed before rows are
-- written, because a row that is updated is indexed anew with all its words: only the two before the first one are.
create function add_chunks(source memory_sources, first_place int, language regconfig, passages jsonb) returns void
  language plpgsql as $$
declare
  first_pos bigint := (source.id << 20) + first_place;
begin
  with arriving as materialized (
    select first_pos + n - 1 as pos, passage, to_tsvector(language, passage ->> 'lexical') as lexemes
    from jsonb_array_elements(passages) with ordinality p(passage, n)),
  lengths as (
    select pos, words_in(lexemes) as length, null::real as window_before from arriving
    union all
    select pos, length, window_length from memory_chunks where pos >= greatest(first_pos - 4, source.id << 20) and pos < first_pos),
  windows as materialized (
    select pos, length, window_before, window_length(source.kind, length,
      sum(length) over (order by pos range between 1 preceding and 1 following),
      sum(length) over (order by pos range between 2 preceding and 2 following)) as window_after
    from lengths),
  added as (
    insert into memory_chunks (pos, owner_id, source_id, ref, ref_hash, kind, at, start_offset, end_offset, context, body,
      content_hash, lexemes, length, window_length)
    select a.pos, source.owner_id, source.id, passage ->> 'ref', passage ->> 'refHash', source.kind,
      coalesce((passage ->> 'at')::timestamptz, source.at), (passage ->> 'start')::int, (passage ->> 'end')::int,
      passage ->> 'context', passage ->> 'body', passage ->> 'contentHash', a.lexemes || scope_lexemes(source),
      w.length, w.window_after
    from arriving a join windows w on w.pos = a.pos),
  grown as (
    update memory_chunks c set window_length = w.window_after
    from windows w where c.pos = w.pos and w.pos >= first_pos - 2 and w.pos < first_pos)
  update memory_sources s set
    chunks = s.chunks + sums.chunks, length = s.length + sums.length, window_length = s.window_length + sums.window_length,
    indexed_at = now()
  from (
    select count(*) filter (where w.pos >= first_pos) as chunks,
      coalesce(sum(w.length) filter (where w.pos >= first_pos), 0) as length,
      coalesce(sum(w.window_after - coalesce(w.window_before, 0)), 0) as window_length
    from windows w where w.pos >= first_pos - 2) sums
  where s.id = source.id;
end $$;

-- Makes window lengths and a source's sums anew, after chunks were taken out of its middle.
create function settle_memory(source memory_sources) returns void
  language plpgsql as $$
begin
  update memory_chunks c set window_length = w.window_after
  from (
    select pos, window_length as window_before, window_length(kind, length,
      sum(length) over (order by pos range between 1 preceding and 1 following),
      sum(length) over (order by pos range between 2 preceding and 2 following)) as window_after
    from memory_chunks where pos >= source.id << 20 and pos < (source.id + 1) << 20) w
  where c.pos = w.pos and w.window_after <> w.window_before;
  update memory_sources s set chunks = sums.chunks, length = sums.length, window_length = sums.window_length
  from (
    select count(*) as chunks, coalesce(sum(c.length), 0) as length, coalesce(sum(c.window_length), 0) as window_length
    from memory_chunks c where c.pos >= source.id << 20 and c.pos < (source.id + 1) << 20) sums
  where s.id = source.id;
end $$;

-- 2. Search --------------------------------------------------------------------------------------------------------

-- Row-level security would keep the index on lexemes from being used (@@ is not leakproof), so these functions act as
-- the tables' owner and see for themselves that every row is the acting user's.

create type memory_scope as (
  project uuid, session uuid, document uuid, conversation uuid, source text, kinds text[], since timestamptz, until timestamptz);

-- The sources of the acting user that a scope takes in; `since` and `until` are asked of each chunk.
create function sources_in(scope memory_scope) returns setof memory_sources
  language sql stable security definer set search_path = public, pg_temp as $$
  select * from memory_sources s
  where s.owner_id = acting_user()
    and (scope.project is null or s.project_id = scope.project)
    and (scope.session is null or s.session_id = scope.session)
    and (scope.document is null or s.document_id = scope.document)
    and (scope.conversation is null or s.conversation_id = scope.conversation)
    and (scope.source is null or s.key = scope.source)
    and (scope.kinds is null or s.kind = any (scope.kinds))
$$;
revoke execute on function sources_in(memory_scope) from public;

-- Every place of every word of the question: one probe of the index each. With unit weights ts_rank_cd of one lexeme is
-- exactly how often it occurs. `materialized` keeps queries from
-- being parsed for every row, `offset 0` keeps the planner from finding the rows by their owner instead.
create function memory_postings(question tsvector, narrowest tsquery, scope memory_scope)
  returns table (pos bigint, word int, weight float8, tf float8, length int)
  language sql stable rows 20000 security definer set search_path = public, pg_temp set enable_seqscan = off as $$
  with words as materialized (
    select (row_number() over (order by lexeme) - 1)::int as word, cardinality(positions)::float8 as weight,
      one_lexeme(lexeme) as alone, one_lexeme(lexeme) && narrowest as scoped
    from unnest(question))
  select c.pos, words.word, words.weight, ts_rank_cd('{1,1,1,1}', c.lexemes, words.alone), c.length
  from words, lateral (select * from memory_chunks where lexemes @@ words.scoped offset 0) c
  where c.owner_id = acting_user()
    and (scope.kinds is null or c.kind = any (scope.kinds))
    and (scope.since is null or c.at >= scope.since)
    and (scope.until is null or c.at < scope.until)
$$;
revoke execute on function memory_postings(tsvector, tsquery, memory_scope) from public;

-- Exact BM25 of each chunk (k1 = 0.9, b = 0.4) over the scope, then of the weighted window of the best and their
-- neighbours. `parts` are two lists: words of the question by
-- number, and what each gave to the window.
create function memory_lexical(question tsvector, scope memory_scope, depth int)
  returns table (pos bigint, bm25 float8, windowed float8, parts jsonb)
  language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan as $$
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
  with postings as materialized (select * from memory_postings(question, narrowest, scope)),
  rarity as materialized (
    select word, max(weight) * ln(1 + (total - count(*) + 0.5::float8) / (count(*) + 0.5::float8)) as idf
    from postings group by word),
  best as materialized (
    select p.pos, sum(r.idf * p.tf * k / (p.tf + flat + slope * p.length / average)) as score
    from postings p join rarity r using (word) group by p.pos order by score desc, p.pos limit depth),
  around as materialized (
    select c.pos, c.kind, flat + slope * c.window_length / window_average as norm
    from (select distinct best.pos + step as pos from best, generate_series(-2, 2) step) place,
      lateral (select c.pos, c.window_length, c.kind from memory_chunks c where c.pos = place.pos limit 1) c
    where scope.since is null and scope.until is null or exists (select from postings p where p.pos = c.pos)),
  windowed as materialized (
    select a.pos, p.word, a.norm, sum(window_weight(a.kind, step) * p.tf) as tf
    from around a cross join generate_series(-2, 2) step join postings p on p.pos = a.pos + step
    group by a.pos, p.word, a.norm),
  summed as materialized (
    select w.pos, sum(r.idf * w.tf * k / (w.tf + w.norm)) as score,
      array_agg(w.word) as words, array_agg((r.idf * w.tf * k / (w.tf + w.norm))::real) as shares
    from windowed w join rarity r using (word) group by w.pos order by score desc, w.pos limit depth)
  select s.pos, coalesce(best.score, 0), s.score, jsonb_build_array(s.words, s.shares)
  from summed s left join best on best.pos = s.pos
  order by s.score desc, s.pos;
end $$;
revoke execute on function memory_lexical(tsvector, memory_scope, int) from public;

-- What a question finds: by its words, by its vector (an embedding by `model`), or both. Every candidate of one way gets
-- its score of the other, too, as far as it has one; how they are weighed is decided elsewhere.
create function memory_candidates(
  question text, language regconfig, near halfvec, embedded_by text, scope memory_scope, depth int)
  returns table (pos bigint, bm25 float8, windowed float8, cosine float8, parts jsonb)
  language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  me uuid := acting_user();
  near_signs bit varying := binary_quantize(near);
begin
  if near is null then
    return query select l.pos, l.bm25, l.windowed, null::float8, l.parts
      from memory_lexical(to_tsvector(language, question), scope, depth) l;
    return;
  end if;
  return query
  with lexical as materialized (select * from memory_lexical(to_tsvector(language, question), scope, depth)),
  nearest as materialized (
    select v.pos
    from memory_vectors v join sources_in(scope) s on s.id = v.source_id
    where v.owner_id = me and v.model = embedded_by
      and (scope.since is null and scope.until is null or exists (
        select from memory_chunks c where c.pos = v.pos
          and c.at >= coalesce(scope.since, '-infinity') and c.at < coalesce(scope.until, 'infinity')))
    order by v.signs <~> near_signs, v.pos limit depth),
  found as (select pos from lexical union select pos from nearest)
  select f.pos, l.bm25, l.windowed, vector.cosine, l.parts
  from found f left join lexical l on l.pos = f.pos
  left join lateral (
    select 1 - (e.embedding <=> near) as cosine
    from memory_vectors v join memory_embeddings e on e.id = v.embedding_id
    where v.pos = f.pos and v.model = embedded_by and v.owner_id = me limit 1) vector on true;
end $$;
revoke execute on function memory_candidates(text, regconfig, halfvec, text, memory_scope, int) from public;
grant execute on function memory_candidates(text, regconfig, halfvec, text, memory_scope, int) to dialectic_app;
