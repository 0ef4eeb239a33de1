-- Memory, evenly: what indexing a text reads is what belongs to it, however much is there already.

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
      passage ->> 'context', passage ->> 'body', passage ->> 'contentHash', a.lexemes || scope_lexemes(source),
      w.length, w.window_after
    from arriving a join windows w on w.pos = a.pos),
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
end $$;
