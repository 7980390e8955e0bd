import { expect, it } from 'vitest';
import { gridFilterOf, isNarrowed, readFixSearch } from './fix-search.ts';

const DRAFT = '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e10';

it('shows the rows that need attention unless the URL says otherwise', () => {
  expect(gridFilterOf(readFixSearch({ draft: DRAFT }))).toEqual({ show: 'open' });
  const search = readFixSearch({
    draft: DRAFT,
    show: 'all',
    code: 'invalid_email',
    column: 'Mail',
    text: 7,
  });
  expect(gridFilterOf(search)).toEqual({ show: 'all', code: 'invalid_email', column: 'Mail', text: '7' });
  expect(isNarrowed(search)).toBe(true);
  expect(isNarrowed(readFixSearch({ draft: DRAFT, show: 'all' }))).toBe(false);
});

it('ignores what makes no sense', () => {
  const search = readFixSearch({ draft: 'x', show: 'nothing', code: '', text: 'a'.repeat(201) });
  expect(search).toEqual({});
});
