import { describe, expect, test } from 'vitest';
import { BASELINE, readMigrations } from '#server/platform/db/migration-files.ts';
import { hazardsOf } from './migration-hazards.ts';

test('no migration holds up or breaks the servers that run', async () => {
  const migrations = (await readMigrations()).filter(({ name }) => name !== BASELINE);
  const found = migrations.flatMap(({ name, sql }) => hazardsOf(sql).map((hazard) => `${name}: ${hazard}`));
  expect(found).toEqual([]);
});

describe('is refused:', () => {
  test.each([
    ['create index leads_x on leads (city);', /blocks writes/],
    ['create unique index leads_x on public.leads (city);', /blocks writes/],
    ['create index concurrently if not exists leads_x on leads (city);', /-- no transaction/],
    ['-- no transaction\ncreate index concurrently leads_x on leads (city);', /can't be repeated/],
    ['alter table leads add column token uuid not null default gen_random_uuid();', /rewrites/],
    ['alter table leads add column a text, add column b bigserial;', /rewrites/],
    ['alter table leads add column a text generated always as (lower(city)) stored;', /rewrites/],
    ["alter table leads add column a text check (a <> '');", /NOT VALID/],
    ['alter table lead_sales add column price numeric(12, 2) check (price >= 0);', /NOT VALID/],
    ['alter table leads add constraint c check (age > 0);', /NOT VALID/],
    ['alter table lead_sales add foreign key (lead_id) references leads (id);', /NOT VALID/],
    ['alter table leads add unique (city);', /USING INDEX/],
    ['alter table leads alter column city type varchar(20);', /rewrites/],
    ['alter table leads alter city set not null;', /leads_city_not_null/],
    ['alter table leads validate constraint c;', /-- no transaction/],
    ["-- Fixs cities.\nupdate leads set city = '' where city is null;", /locks every row/],
    ['with x as (select 1) delete from lead_events where id is null;', /locks every row/],
    ['lock table leads;', /locks the table/],
    ['drop table saved_views;', /contract/],
    ['alter table saved_views rename column name to title;', /contract/],
    ['alter table leads drop column city;', /contract/],
  ])('%s', (sql, reason) => {
    expect(hazardsOf(sql)).toEqual([expect.stringMatching(reason)]);
  });
});

test('is allowed: what takes a moment, what concerns small or new tables, and what was announced', () => {
  const allowed = [
    'alter table leads add column nickname text;',
    'alter table leads add column a boolean not null default false, add column b timestamptz default now();',
    'alter table leads add constraint c check (age > 0) not valid;',
    'alter table leads add constraint c unique using index leads_x;',
    'create index views_name on saved_views (name);',
    "update saved_views set name = '-';",
    'create table lead_facts (a int); create index facts_a on lead_facts (a);',
    '-- contract: no server since 0.2 reads it\nalter table leads drop column city;',
    '-- no transaction\ncreate index concurrently if not exists leads_x on leads (city);',
    `-- no transaction
alter table leads validate constraint leads_city_not_null;
alter table leads alter column city set not null;
do $$ begin update leads set city = ''; commit; end $$;`,
  ];
  expect(allowed.flatMap(hazardsOf)).toEqual([]);
});
