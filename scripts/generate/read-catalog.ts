import { sql } from "kysely";
import type { Database } from "../../server/src/platform/index.ts";

export type Column = {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  generated: boolean;
  comment: string | null;
};
export type Catalog = {
  columns: Column[];
  /** Here and below, `definition` is SQL, built from what PostgreSQL reports about the object. */
  constraints: { table: string; name: string; definition: string }[];
  indexes: { table: string; definition: string }[];
  triggers: { table: string; definition: string }[];
  policies: { table: string; definition: string }[];
  functions: { name: string; definition: string }[];
  views: { name: string; definition: string }[];
  grants: { table: string; privileges: string }[];
};

/** Reads the database as PostgreSQL describes it, in an order that does not depend on how the database was built. */
export function readCatalog(database: Database): Promise<Catalog> {
  return database.asOwner(async (db) => {
    const rows = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows;
    return {
      columns: await rows<Column>(sql<Column>`
        select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
          not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as "hasDefault",
          a.attidentity = 'a' or a.attgenerated <> '' as generated, col_description(c.oid, a.attnum) as comment
        from pg_attribute a
        join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        where a.attnum > 0 and not a.attisdropped
        order by c.relname collate "C", a.attnum`),
      constraints: await rows(sql<{ table: string; name: string; definition: string }>`
        select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n' and contype <> 't'
        order by 1, conname collate "C"`),
      indexes: await rows(sql<{ table: string; definition: string }>`
        select tablename as table, indexdef as definition from pg_indexes
        where schemaname = 'public' and not exists (select from pg_constraint where conname = indexname)
        order by tablename collate "C", indexname collate "C"`),
      triggers: await rows(sql<{ table: string; definition: string }>`
        select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition
        from pg_trigger where not tgisinternal order by 1, tgname collate "C"`),
      policies: await rows(sql<{ table: string; definition: string }>`
        select tablename as table, format('create policy %I on %I for %s using (%s)%s', policyname, tablename, lower(cmd), qual,
          coalesce(' with check (' || with_check || ')', '')) as definition
        from pg_policies where schemaname = 'public' order by 1, policyname collate "C"`),
      functions: await rows(sql<{ name: string; definition: string }>`
        select p.proname as name, pg_get_functiondef(p.oid) as definition
        from pg_proc p where p.pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
        order by p.proname collate "C", p.oid`),
      views: await rows(sql<{ name: string; definition: string }>`
        select relname as name, format('create view %I with (%s) as%s', relname, array_to_string(reloptions, ', '),
          E'\\n' || pg_get_viewdef(oid)) as definition
        from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
        order by relname collate "C"`),
      grants: await rows(sql<{ table: string; privileges: string }>`
        select table_name as table, string_agg(lower(privilege_type), ', ' order by privilege_type) as privileges
        from information_schema.role_table_grants where grantee = 'dialectic_app' and table_schema = 'public'
        group by 1 order by table_name collate "C"`),
    };
  });
}
