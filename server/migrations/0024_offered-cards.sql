-- A card whose work the plan no longer has is offered: the person keeps it or drops it. Kept once, it is not offered again.
alter table board_cards add column kept_at timestamptz;
