-- The earlier row of the file, and the lead, whose e-mail or phone a duplicate repeats. The row is known if both rows were
-- written in one batch. The lead may have been deleted for good since.
alter table import_problems add column repeats_row integer, add column repeats_lead uuid;
