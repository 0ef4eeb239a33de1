-- A project's folder keeps letters of every script. The database knows no letters beyond ASCII on every machine, so it checks
-- what a name must not hold: of ASCII only a-z, 0-9 and hyphens, no hyphen first, and few enough bytes for a file system.
alter table projects drop constraint projects_slug_check;
alter table projects add constraint projects_slug_check check (
  slug <> ''
  and slug !~ '[\x01-\x2c\x2e\x2f\x3a-\x60\x7b-\x7f]'
  and left(slug, 1) <> '-'
  and octet_length(slug) <= 230
);
