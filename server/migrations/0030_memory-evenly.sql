-- Memory, evenly: what indexing a text reads is what belongs to it, however much is there already; what a search reads is what
-- its words stand in.

-- Where words stand -----------------------------------------------------------------------------------------------------------

-- Each word of a source, with the chunks it stands in: their places in the source, how often it stands there and how many words they
-- have, three numbers each, as text, because nothing but the program reads them. An index on tsvectors (GIN) finds chunks only: of
-- each, a wide row had to be read and its words ranked to learn how often, and every search went through all chunks of its scope
-- once per word besides. `scope_id` is the project, or the owner of what is in none; `first_place`: chunks that were added together have a row of their own.
-- No foreign key: there are dozens of rows for every chunk, and each would be looked up. A trigger deletes them with their source.
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

-- All of a source's words, written anew from its chunks.
create function post_words(source memory_sources) returns void
  language plpgsql set enable_seqscan = off as $$
begin
  delete from memory_postings where source_id = source.id;
  insert into memory_postings (scope_id, lexeme, source_id, first_place, owner_id, kind, postings)
  select coalesce(source.project_id, source.owner_id), lexeme, source.id, 0, source.owner_id, source.kind,
    string_agg((pos & 1048575) || ' ' || cardinality(positions) || ' ' || length, ' ' order by pos)
  from memory_chunks, unnest(lexemes)
  where pos >= source.id << 20 and pos < (source.id + 1) << 20 and positions is not null
  group by lexeme;
end $$;
select post_words(s) from memory_sources s where s.kind <> 'part' and s.chunks > 0;

drop index memory_chunks_by_lexeme;
drop function memory_words(text, memory_scope);

-- Where the words of a question stand in a scope: of each word how often it was asked for, and its postings, each source's after
-- its number; beside them the sums of the scope. As ever the function acts as the tables' owner and sees for itself that every row is
-- the acting user's: it is asked for too many rows to have each checked by a policy. Dates are the caller's business.
create function memory_words(question text, scope memory_scope)
  returns table (asked int, postings text, chunks float8, length float8, window_length float8)
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
  select sum(s.chunks), sum(s.length), sum(s.window_length), array_agg(distinct coalesce(s.project_id, s.owner_id)),
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
revoke execute on function memory_words(text, memory_scope) from public;
grant execute on function memory_words(text, memory_scope) to dialectic_app;

-- How long the windows of these chunks are, and whether they are turns of a conversation: three numbers each, as text.
create function memory_windows(places bigint[]) returns text
  language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  me uuid := acting_user();
begin
  return (
    select string_agg(c.pos || ' ' || (c.kind = 'turn')::int || ' ' || c.window_length, ' ')
    from memory_chunks c
    where c.pos = any (places) and c.owner_id = me);
end $$;
revoke execute on function memory_windows(bigint[]) from public;
grant execute on function memory_windows(bigint[]) to dialectic_app;

-- As before; but the sources are gathered first, so that the vectors of all of them are read page by page and not source by source.
create or replace function memory_nearest(near halfvec, embedded_by text, scope memory_scope, depth int, others bigint[])
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
        select from memory_chunks c where c.pos = v.pos
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

-- Indexing --------------------------------------------------------------------------------------------------------------------

-- Every statement of a user asks for rows of that user. With the owner in it, this index offered all of them as if they were
-- few, to whoever asked for a text's own; the planner, which counts nothing before `analyze` has run, believed it.
drop index memory_chunks_by_content;
create index memory_chunks_by_content on memory_chunks (content_hash);
-- And a source is found by its key, not among all of its project.
drop index memory_sources_by_project;
create index memory_sources_by_project on memory_sources (project_id, key);

-- As before, but rows are named by their places, not found by joining all there are. The plans of functions are kept from when there
-- was next to nothing: without `enable_seqscan = off` they would be those for an empty table for ever.
create or replace function add_chunks(source memory_sources, first_place int, language regconfig, passages jsonb) returns void
  language plpgsql set enable_seqscan = off as $$
declare
  first_pos bigint := (source.id << 20) + first_place;
begin
  with arriving as materialized (
    select first_pos + n - 1 as pos, passage, to_tsvector(language, passage ->> 'lexical') as lexemes
    from jsonb_array_elements(passages) with ordinality p(passage, n)),
  lengths as (
    select pos, words_in(lexemes) as length, null::real as window_before from arriving
    union all
    select pos, length, window_length from memory_chunks
    where pos = any (array[first_pos - 4, first_pos - 3, first_pos - 2, first_pos - 1]) and pos >= source.id << 20),
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
      passage ->> 'context', passage ->> 'body', passage ->> 'contentHash', a.lexemes, w.length, w.window_after
    from arriving a join windows w on w.pos = a.pos),
  posted as (
    insert into memory_postings (scope_id, lexeme, source_id, first_place, owner_id, kind, postings)
    select coalesce(source.project_id, source.owner_id), lexeme, source.id, first_place, source.owner_id, source.kind,
      string_agg((a.pos & 1048575) || ' ' || cardinality(positions) || ' ' || w.length, ' ' order by a.pos)
    from arriving a join windows w on w.pos = a.pos, unnest(a.lexemes)
    group by lexeme),
  grown as (
    update memory_chunks c set window_length = w.window_after
    from windows w where c.pos = w.pos and c.pos = any (array[first_pos - 2, first_pos - 1]))
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

-- Rows that change are fetched one by one, whatever the planner thinks of a text's number of rows: all of memory would be
-- hashed otherwise, or each row of the text compared with each.
create or replace function settle_memory(source memory_sources) returns void
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  first_pos bigint := source.id << 20;
  end_pos bigint := (source.id + 1) << 20;
begin
  update memory_chunks c set window_length = w.window_after
  from (
    select pos, window_length as window_before, window_length(kind, length,
      sum(length) over (order by pos range between 1 preceding and 1 following),
      sum(length) over (order by pos range between 2 preceding and 2 following)) as window_after
    from memory_chunks where pos >= first_pos and pos < end_pos) w
  where c.pos = w.pos and w.window_after <> w.window_before;
  update memory_sources s set chunks = sums.chunks, length = sums.length, window_length = sums.window_length
  from (
    select count(*) as chunks, coalesce(sum(c.length), 0) as length, coalesce(sum(c.window_length), 0) as window_length
    from memory_chunks c where c.pos >= first_pos and c.pos < end_pos) sums
  where s.id = source.id;
  perform post_words(source);
end $$;

drop function scope_lexemes(memory_sources);
drop function scope_lexeme(text, uuid);
drop function one_lexeme(text);
drop function times_ranked(float8);
