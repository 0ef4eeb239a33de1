-- Memory at size: the database finds where words stand and which vectors are near; what that is worth is weighed outside,
-- where adding up some thousand numbers takes a fraction of the time.

drop function memory_candidates(text, regconfig, halfvec, text, memory_scope, int);
drop function memory_lexical(tsvector, memory_scope, int);
drop function sources_in(memory_scope);

-- As ever, these functions act as the tables' owner, because row-level security would keep the index on lexemes from being
-- used (@@ is not leakproof), and see for themselves that every row is the acting user's. What is said twice below
-- (which sources a scope takes in) stands in the statements themselves: a function of its own is planned anew at every call, and
-- the planner takes its rows for any number.

-- Where the words of a question stand in a scope: of each word how often it was asked for, and its postings as lists of
-- numbers (the chunks, how often it occurs there, the chunks' lengths); beside them the sums of the scope. One
-- probe of the index per word. `materialized` keeps queries from being parsed for every row, `offset 0` keeps the planner from
-- finding the rows by their owner instead.
create function memory_words(question text, scope memory_scope)
  returns table (asked int, places text, times text, lengths text, chunks float8, length float8, window_length float8)
  language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  me uuid := acting_user();
  language regconfig := coalesce((select l.language from memory_languages l
    where l.project_id = scope.project and l.owner_id = acting_user()), 'english');
  narrowest tsquery;
  own_sources text;
  in_all float8;
  words_in_all float8;
  windows_in_all float8;
begin
  select sum(s.chunks), sum(s.length), sum(s.window_length),
    case when scope.document is not null or scope.conversation is not null or scope.source is not null
      then string_agg('''~#' || s.id || '''', '|') end
  into in_all, words_in_all, windows_in_all, own_sources
  from memory_sources s
  where s.owner_id = me
    and (scope.project is null or s.project_id = scope.project)
    and (scope.session is null or s.session_id = scope.session)
    and (scope.document is null or s.document_id = scope.document)
    and (scope.conversation is null or s.conversation_id = scope.conversation)
    and (scope.source is null or s.key = scope.source)
    and (scope.kinds is null or s.kind = any (scope.kinds));
  narrowest := case
    when own_sources is not null then own_sources::tsquery
    when scope.session is not null then one_lexeme(scope_lexeme('s', scope.session))
    when scope.project is not null then one_lexeme(scope_lexeme('p', scope.project))
    else one_lexeme(scope_lexeme('o', me)) end;
  if scope.since is not null or scope.until is not null then
    select count(*), sum(c.length), sum(c.window_length)
    into in_all, words_in_all, windows_in_all
    from memory_sources s join memory_chunks c on c.source_id = s.id
    where s.owner_id = me
      and (scope.project is null or s.project_id = scope.project)
      and (scope.session is null or s.session_id = scope.session)
      and (scope.document is null or s.document_id = scope.document)
      and (scope.conversation is null or s.conversation_id = scope.conversation)
      and (scope.source is null or s.key = scope.source)
      and (scope.kinds is null or s.kind = any (scope.kinds))
      and c.at >= coalesce(scope.since, '-infinity') and c.at < coalesce(scope.until, 'infinity');
  end if;
  if coalesce(in_all, 0) = 0 then return; end if;
  return query
  with words as materialized (
    select lexeme, cardinality(positions) as asked, one_lexeme(lexeme) as alone, one_lexeme(lexeme) && narrowest as scoped
    from unnest(to_tsvector(language, question)))
  select w.asked, found.places, found.times, found.lengths, in_all, words_in_all, windows_in_all
  from words w, lateral (
    select array_to_string(array_agg(c.pos), ' ') as places, array_to_string(array_agg(c.length), ' ') as lengths,
      array_to_string(array_agg(times_ranked(ts_rank('{1,1,1,1}', c.lexemes, w.alone))::int), ' ') as times
    from (select * from memory_chunks m where m.lexemes @@ w.scoped offset 0) c
    where c.owner_id = me
      and (scope.kinds is null or c.kind = any (scope.kinds))
      and (scope.since is null or c.at >= scope.since)
      and (scope.until is null or c.at < scope.until)) found
  where found.places is not null
  order by w.lexeme;
end $$;
revoke execute on function memory_words(text, memory_scope) from public;
grant execute on function memory_words(text, memory_scope) to dialectic_app;

-- How near chunks are to a vector (an embedding by `model`): the nearest of the scope, by their signs first, and those
-- that were found otherwise. Vectors of another length than the question's are no candidates: a model of that
-- name was another one once. Sources first, and the vectors of each by their index: the planner, which knows
-- neither how many sources a scope has nor how many vectors, would compare each with each.
create function memory_nearest(near halfvec, embedded_by text, scope memory_scope, depth int, others bigint[])
  returns table (pos bigint, cosine float8)
  language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  me uuid := acting_user();
  near_signs bit varying := binary_quantize(near);
  nearest bigint[];
begin
  nearest := array(
    select v.pos
    from memory_sources s, lateral (
      select * from memory_vectors own where own.source_id = s.id and own.model = embedded_by offset 0) v
    where s.owner_id = me
      and (scope.project is null or s.project_id = scope.project)
      and (scope.session is null or s.session_id = scope.session)
      and (scope.document is null or s.document_id = scope.document)
      and (scope.conversation is null or s.conversation_id = scope.conversation)
      and (scope.source is null or s.key = scope.source)
      and (scope.kinds is null or s.kind = any (scope.kinds))
      and length(v.signs) = length(near_signs)
      and (scope.since is null and scope.until is null or exists (
        select from memory_chunks c where c.pos = v.pos
          and c.at >= coalesce(scope.since, '-infinity') and c.at < coalesce(scope.until, 'infinity')))
    order by v.signs <~> near_signs, v.pos limit depth);
  return query
  select v.pos, 1 - (e.embedding <=> near)
  from unnest(nearest || others) found, lateral (
    select own.pos, own.embedding_id from memory_vectors own
    where own.pos = found and own.model = embedded_by and own.owner_id = me offset 0) v, lateral (
    select * from memory_embeddings made where made.id = v.embedding_id offset 0) e
  where vector_dims(e.embedding) = vector_dims(near);
end $$;
revoke execute on function memory_nearest(halfvec, text, memory_scope, int, bigint[]) from public;
grant execute on function memory_nearest(halfvec, text, memory_scope, int, bigint[]) to dialectic_app;

-- Parts of prompts ---------------------------------------------------------------------------------------------------------

-- They are copies of texts that are found elsewhere, and no search looks into them: of their words nothing is kept, only
-- where their passages begin and end. That is most of what indexing them took, and what grew with everything that was there.
create or replace function scope_lexemes(source memory_sources) returns tsvector
  language sql immutable parallel safe
  return case when source.kind = 'part' then ''::tsvector else array_to_tsvector(array_remove(array[
    scope_lexeme('o', source.owner_id), scope_lexeme('p', source.project_id), scope_lexeme('s', source.session_id),
    '~#' || source.id], null)) end;
update memory_chunks set lexemes = '', length = 0, window_length = 0 where kind = 'part';
update memory_sources set length = 0, window_length = 0 where kind = 'part';

-- As before; but parts are embedded by the embedded model alone, which costs nothing.
create or replace function owners_with_memory_due(model text) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select distinct s.owner_id
  from memory_sources s left join memory_languages l on l.project_id = s.project_id
  where s.chunks > 0 and (s.kind <> 'part' or model like 'embedded/%') and s.embedded_as is distinct from coalesce(model, s.embedded_as)
    or s.lexed_as <> coalesce(l.language, 'english') || '/' || current_setting('server_version_num')::int / 10000
$$;

-- The chunks of a source ----------------------------------------------------------------------------------------------------

-- Only turns could be found by their source: to index a text, to embed one, to forget one read every chunk there was.
drop index memory_chunks_by_ref;
create index memory_chunks_by_source on memory_chunks (source_id, ref);
