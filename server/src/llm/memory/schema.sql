-- Memory: passages of texts, found by their words and by their meaning.
--
-- A source is a text that was indexed (a document, a file) or a sequence of texts (a conversation). Its passages are
-- numbered in order, so that the neighbours of a passage are at pos - 1 and pos + 1. Sources keep the sums that BM25
-- needs; how many passages contain a word is counted during a search. Passages with the same content share one
-- embedding. memory_vectors says which passage has which embedding, and keeps the signs of the embedding's numbers as
-- bits. The signs take a tenth of the space of the numbers, so that a search can compare all signs in its scope. A vector
-- index is not used, because it would ignore the scope of a search.
--
-- Indexing a text reads only rows of that text, however many other texts there are. A search reads the postings of the words
-- in its questions. The database finds postings and near vectors. The program computes scores, because it adds thousands of
-- numbers much faster.

-- 1. Tables ----------------------------------------------------------------------------------------------------------

-- The language whose stemmer is used for a project's words. A project without a row uses english.
create table memory_languages (
  project_id uuid not null,
  owner_id uuid not null references users,
  language text not null check (language in (
    'simple', 'arabic', 'armenian', 'basque', 'catalan', 'danish', 'dutch', 'english', 'finnish', 'french', 'german',
    'greek', 'hindi', 'hungarian', 'indonesian', 'irish', 'italian', 'lithuanian', 'nepali', 'norwegian', 'portuguese',
    'romanian', 'russian', 'serbian', 'spanish', 'swedish', 'tamil', 'turkish', 'yiddish')),
  primary key (project_id, owner_id)
);
call protect('memory_languages');

create table memory_sources (
  id bigint generated always as identity primary key,
  owner_id uuid not null references users,
  -- The source's name, chosen by the indexer: document:<id>, conversation:<id>, file:<name>.
  key text not null check (length(key) between 1 and 500),
  -- A part of a prompt is indexed so that it can be shortened; a search excludes parts unless it asks for them.
  kind text not null check (kind in ('document', 'turn', 'file', 'text', 'part')),
  -- What the text belongs to. There are no foreign keys, as in jobs.
  project_id uuid,
  session_id uuid,
  document_id uuid,
  conversation_id uuid,
  -- True if the texts come from an imported file. Only a model that costs nothing embeds such texts.
  is_imported boolean not null default false,
  content_hash text not null,
  at timestamptz,
  -- The language and the version of the stemming rules. When either changes, the source's words are stemmed again.
  lexed_as text not null,
  -- The model that has embedded every passage of the source; null after passages were added. This column finds sources with
  -- missing embeddings without reading passages.
  embedded_as text,
  passages int not null default 0 check (passages >= 0),
  length bigint not null default 0 check (length >= 0),
  window_length float8 not null default 0,
  indexed_at timestamptz not null default now(),
  unique nulls not distinct (owner_id, project_id, key),
  check (session_id is null or project_id is not null)
);
create index memory_sources_by_project on memory_sources (project_id, key);
create index memory_sources_by_document on memory_sources (document_id) where document_id is not null;
create index memory_sources_by_conversation on memory_sources (conversation_id) where conversation_id is not null;
call protect('memory_sources');

-- Marks a source as not completely embedded when passages were added. Removing passages leaves the other ones embedded.
create function bare_again() returns trigger language plpgsql as $$
begin
  new.embedded_as := null;
  return new;
end $$;
create trigger bare_again before update of passages on memory_sources
  for each row when (new.passages > old.passages) execute function bare_again();

create table memory_passages (
  -- The source and the position in it as one number. The neighbours of a passage are at pos - 1 and pos + 1, which
  -- never belong to another source.
  pos bigint primary key,
  owner_id uuid not null references users,
  source_id bigint not null references memory_sources on delete cascade,
  -- The message of a conversation that the passage belongs to, and the hash of the whole message.
  ref text,
  ref_hash text,
  kind text not null,
  at timestamptz,
  -- The passage's position in its text, in UTF-16 units.
  start_offset int not null check (start_offset >= 0),
  end_offset int not null check (end_offset > start_offset),
  -- Text from outside the passage that is indexed with it: the headings above it, the speaker.
  context text not null default '',
  body text storage external not null,
  -- The hash of context and body. The embedding is made from both.
  content_hash text not null,
  -- The passage's words with their positions. Every search reads the words of many passages but the texts of only a few.
  -- Therefore long texts are stored outside the row, and words inside it: reading words inside the row takes a quarter of
  -- the time (measured).
  lexemes tsvector storage main not null,
  -- The number of words in the passage, and in the weighted window of its neighbours.
  length int not null,
  window_length real not null default 0
);
create index memory_passages_by_source on memory_passages (source_id, ref);
-- The index does not start with the owner. Every statement is limited to the acting user's rows, so until `analyze` has
-- run, the planner would prefer an index that starts with the owner, and would read all of the owner's rows for a
-- statement about one text.
create index memory_passages_by_content on memory_passages (content_hash);
call protect('memory_passages');

-- Each word of a source, with the passages that contain it. `postings` has three numbers per passage: the passage's
-- position in the source, the count of the word in the passage, and the passage's length in words. They are text,
-- because only the program reads them. An index on tsvectors (GIN) would find only passages, not counts. To get the
-- counts, a search would have to read and rank a wide row per passage, for all passages of its scope, once per word.
-- `scope_id` is the project, or the owner if a source has no project. Passages that were added together share rows;
-- `first_place` is the position of the first of them. There is no foreign key, because it would look up the source for
-- each of the dozens of rows per passage. A trigger deletes the rows with their source.
create table memory_postings (
  scope_id uuid not null,
  lexeme text collate "C" not null,
  source_id bigint not null,
  first_place int not null,
  owner_id uuid not null,
  kind text not null,
  postings text not null,
  primary key (scope_id, lexeme, source_id, first_place)
);
create index memory_postings_by_source on memory_postings (source_id);
call protect('memory_postings');

create function forget_postings() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from memory_postings where source_id = old.id;
  return null;
end $$;
create trigger forget_postings after delete on memory_sources for each row execute function forget_postings();

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
  pos bigint not null references memory_passages on delete cascade,
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

-- The model whose embeddings an owner's searches use. Another model takes over once it has embedded every passage.
create table memory_models (
  owner_id uuid primary key references users,
  model text not null,
  since timestamptz not null default now()
);
call protect('memory_models');

-- 2. Indexing --------------------------------------------------------------------------------------------------------

-- The number of words in a tsvector. It counts positions, because a word that occurs twice is one lexeme.
create function words_in(lexemes tsvector) returns int
  language sql immutable parallel safe
  return (select coalesce(sum(cardinality(positions)), 0)::int from unnest(lexemes));

-- The weight of a passage in the window of a neighbour, by their distance. It is larger for messages of a conversation, which
-- are more closely related than the passages of a document.
create function window_weight(kind text, distance int) returns float8
  language sql immutable parallel safe
  return case when distance = 0 then float8 '1'
    when abs(distance) = 1 then case when kind = 'turn' then float8 '0.5' else float8 '0.3' end
    else case when kind = 'turn' then float8 '0.25' else float8 '0.1' end end;

-- The weighted length of a window from three lengths: of the passage itself, of all passages up to distance 1, and of
-- all passages up to distance 2.
create function window_length(kind text, own bigint, within_one bigint, within_two bigint) returns real
  language sql immutable parallel safe
  return own + window_weight(kind, 1) * (within_one - own) + window_weight(kind, 2) * (within_two - within_one);

-- Adds passages to a source, beginning at position `first_place`, each with the length of its window. Lengths are computed
-- before rows are written, because updating a row indexes all its words again. Only the two passages before the new ones
-- are updated. Rows are addressed by position, not found by a join. PostgreSQL keeps the plans of functions, so without
-- `enable_seqscan = off` it would keep plans made for a nearly empty table.
create function add_passages(source memory_sources, first_place int, language regconfig, new_passages jsonb) returns void
  language plpgsql
  set enable_seqscan = off as $$
declare
  first_pos bigint := (source.id << 20) + first_place;
begin
  with arriving as materialized (
    select first_pos + n - 1 as pos, passage, to_tsvector(language, passage ->> 'lexical') as lexemes
    from jsonb_array_elements(new_passages) with ordinality p(passage, n)),
  lengths as (
    select pos, words_in(lexemes) as length, null::real as window_before from arriving
    union all
    select pos, length, window_length from memory_passages
    where pos = any (array[first_pos - 4, first_pos - 3, first_pos - 2, first_pos - 1]) and pos >= source.id << 20),
  windows as materialized (
    select pos, length, window_before, window_length(source.kind, length,
      sum(length) over (order by pos range between 1 preceding and 1 following),
      sum(length) over (order by pos range between 2 preceding and 2 following)) as window_after
    from lengths),
  added as (
    insert into memory_passages (pos, owner_id, source_id, ref, ref_hash, kind, at, start_offset, end_offset, context, body,
      content_hash, lexemes, length, window_length)
    select a.pos, source.owner_id, source.id, passage ->> 'ref', passage ->> 'refHash', source.kind,
      coalesce((passage ->> 'at')::timestamptz, source.at), (passage ->> 'start')::int, (passage ->> 'end')::int,
      passage ->> 'context', passage ->> 'body', passage ->> 'contentHash', a.lexemes, w.length, w.window_after
    from arriving a join windows w on w.pos = a.pos),
  posted as (
    insert into memory_postings (scope_id, lexeme, source_id, first_place, owner_id, kind, postings)
    select coalesce(source.project_id, source.owner_id), lexeme, source.id, first_place, source.owner_id, source.kind,
      string_agg((a.pos & 1048575) || ' ' || cardinality(positions) || ' ' || w.length, ' ' order by a.pos)
    from arriving a join windows w on w.pos = a.pos, unnest(a.lexemes)
    group by lexeme),
  grown as (
    update memory_passages c set window_length = w.window_after
    from windows w where c.pos = w.pos and c.pos = any (array[first_pos - 2, first_pos - 1]))
  update memory_sources s set
    passages = s.passages + sums.passages, length = s.length + sums.length, window_length = s.window_length + sums.window_length,
    indexed_at = now()
  from (
    select count(*) filter (where w.pos >= first_pos) as passages,
      coalesce(sum(w.length) filter (where w.pos >= first_pos), 0) as length,
      coalesce(sum(w.window_after - coalesce(w.window_before, 0)), 0) as window_length
    from windows w where w.pos >= first_pos - 2) sums
  where s.id = source.id;
end $$;

-- Recomputes window lengths and a source's sums after passages were removed from its middle. Rows that change are
-- fetched one by one, because the planner's own choice would be to hash all passages, or to compare every pair of rows
-- of the text.
create function settle_memory(source memory_sources) returns void
  language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  first_pos bigint := source.id << 20;
  end_pos bigint := (source.id + 1) << 20;
begin
  update memory_passages c set window_length = w.window_after
  from (
    select pos, window_length as window_before, window_length(kind, length,
      sum(length) over (order by pos range between 1 preceding and 1 following),
      sum(length) over (order by pos range between 2 preceding and 2 following)) as window_after
    from memory_passages where pos >= first_pos and pos < end_pos) w
  where c.pos = w.pos and w.window_after <> w.window_before;
  update memory_sources s set passages = sums.passages, length = sums.length, window_length = sums.window_length
  from (
    select count(*) as passages, coalesce(sum(c.length), 0) as length, coalesce(sum(c.window_length), 0) as window_length
    from memory_passages c where c.pos >= first_pos and c.pos < end_pos) sums
  where s.id = source.id;
  perform post_words(source);
end $$;

-- Rewrites all postings of a source from its passages.
create function post_words(source memory_sources) returns void
  language plpgsql
  set enable_seqscan = off as $$
begin
  delete from memory_postings where source_id = source.id;
  insert into memory_postings (scope_id, lexeme, source_id, first_place, owner_id, kind, postings)
  select coalesce(source.project_id, source.owner_id), lexeme, source.id, 0, source.owner_id, source.kind,
    string_agg((pos & 1048575) || ' ' || cardinality(positions) || ' ' || length, ' ' order by pos)
  from memory_passages, unnest(lexemes)
  where pos >= source.id << 20 and pos < (source.id + 1) << 20 and positions is not null
  group by lexeme;
end $$;

-- Owners of sources that are not embedded by this model (null if no model is used) or whose words were stemmed by outdated
-- rules. Only the free built-in model embeds parts of prompts and imported texts. Workers call this function for all
-- owners; it returns only their ids.
create function owners_with_memory_due(model text) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct s.owner_id
  from memory_sources s left join memory_languages l on l.project_id = s.project_id
  where s.passages > 0 and (s.kind <> 'part' and not s.is_imported or model like 'embedded/%') and s.embedded_as is distinct from coalesce(model, s.embedded_as)
    or s.lexed_as <> coalesce(l.language, 'english') || '/' || current_setting('server_version_num')::int / 10000
$$;
revoke execute on function owners_with_memory_due from public;
grant execute on function owners_with_memory_due to dialectic_app;

-- 3. Search ----------------------------------------------------------------------------------------------------------

create type memory_scope as (
  project uuid, session uuid, document uuid, conversation uuid, source text, kinds text[], since timestamptz, until timestamptz);

-- The search functions run as the owner of the tables and check themselves that every row belongs to the acting user,
-- because a policy check per row would be too slow. Each function repeats the condition for the sources of a scope,
-- because a shared function would be planned at every call, and the planner would misjudge its number of rows.

-- The postings of a question's words in a scope: for each word its count in the question, its postings grouped by source
-- id, and the sums of the scope. The caller filters by date.
create function memory_words(question text, scope memory_scope)
  returns table (asked int, postings text, passages float8, length float8, window_length float8)
  language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  me uuid := acting_user();
  language regconfig := coalesce((select l.language from memory_languages l
    where l.project_id = scope.project and l.owner_id = acting_user()), 'english');
  scopes uuid[];
  own_sources bigint[];
  in_all float8;
  words_in_all float8;
  windows_in_all float8;
begin
  select sum(s.passages), sum(s.length), sum(s.window_length), array_agg(distinct coalesce(s.project_id, s.owner_id)),
    case when coalesce(scope.session, scope.document, scope.conversation) is not null or scope.source is not null
      then array_agg(s.id) end
  into in_all, words_in_all, windows_in_all, scopes, own_sources
  from memory_sources s
  where s.owner_id = me
    and (scope.project is null or s.project_id = scope.project)
    and (scope.session is null or s.session_id = scope.session)
    and (scope.document is null or s.document_id = scope.document)
    and (scope.conversation is null or s.conversation_id = scope.conversation)
    and (scope.source is null or s.key = scope.source)
    and (scope.kinds is null or s.kind = any (scope.kinds));
  if coalesce(in_all, 0) = 0 then return; end if;
  return query
  with words as materialized (
    select lexeme collate "C" as lexeme, cardinality(positions) as asked from unnest(to_tsvector(language, question)))
  select w.asked, found.postings, in_all, words_in_all, windows_in_all
  from words w, lateral (
    select string_agg(p.source_id || ' ' || p.postings, ';') as postings
    from unnest(scopes) as own(scope_id), lateral (
      select * from memory_postings m where m.scope_id = own.scope_id and m.lexeme = w.lexeme offset 0) p
    where p.owner_id = me
      and (scope.kinds is null or p.kind = any (scope.kinds))
      and (own_sources is null or p.source_id = any (own_sources))) found
  where found.postings is not null
  order by w.lexeme;
end $$;
revoke execute on function memory_words from public;
grant execute on function memory_words to dialectic_app;

-- Compares a question's vector, made by the model `embedded_by`, with passages: with the nearest ones of the scope, which
-- are preselected by their signs, and with those found by words (`others`). Vectors that differ in length from the
-- question's are excluded, because they come from an earlier model of the same name. The sources are collected first, so
-- that their vectors are read page by page and not source by source.
create function memory_nearest(near halfvec, embedded_by text, scope memory_scope, depth int, others bigint[])
  returns table (pos bigint, cosine float8)
  language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  me uuid := acting_user();
  near_signs bit varying := binary_quantize(near);
  dimensions int := vector_dims(near);
  is_dated bool := scope.since is not null or scope.until is not null;
  own_sources bigint[];
  nearest bigint[];
begin
  own_sources := array(
    select s.id
    from memory_sources s
    where s.owner_id = me
      and (scope.project is null or s.project_id = scope.project)
      and (scope.session is null or s.session_id = scope.session)
      and (scope.document is null or s.document_id = scope.document)
      and (scope.conversation is null or s.conversation_id = scope.conversation)
      and (scope.source is null or s.key = scope.source)
      and (scope.kinds is null or s.kind = any (scope.kinds)));
  nearest := array(
    select v.pos
    from memory_vectors v
    where v.source_id = any (own_sources) and v.model = embedded_by and length(v.signs) = dimensions
      and (not is_dated or exists (
        select from memory_passages c where c.pos = v.pos
          and c.at >= coalesce(scope.since, '-infinity') and c.at < coalesce(scope.until, 'infinity') offset 0))
    order by v.signs <~> near_signs, v.pos limit depth);
  return query
  select v.pos, 1 - (e.embedding <=> near)
  from unnest(nearest || others) found, lateral (
    select own.pos, own.embedding_id from memory_vectors own
    where own.pos = found and own.model = embedded_by and own.owner_id = me offset 0) v, lateral (
    select * from memory_embeddings made where made.id = v.embedding_id offset 0) e
  where vector_dims(e.embedding) = dimensions;
end $$;
revoke execute on function memory_nearest from public;
grant execute on function memory_nearest to dialectic_app;

-- Three numbers for each of these passages, as text: its position, 1 if it is a message of a conversation (else 0), and the
-- length of its window.
create function memory_windows(places bigint[]) returns text
  language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  me uuid := acting_user();
begin
  return (
    select string_agg(c.pos || ' ' || (c.kind = 'turn')::int || ' ' || c.window_length, ' ')
    from memory_passages c
    where c.pos = any (places) and c.owner_id = me);
end $$;
revoke execute on function memory_windows from public;
grant execute on function memory_windows to dialectic_app;
