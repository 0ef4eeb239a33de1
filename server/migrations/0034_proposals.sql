-- Several proposals of one model. docs/decisions/0034-several-proposals.md

alter table sessions add column proposals int not null default 1 check (proposals between 1 and 4);

-- Which of its model's proposals a text is, where a session asks for several; null for everything else.
alter table contributions add column proposal int check (proposal between 1 and 4);
