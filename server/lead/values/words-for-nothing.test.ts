import { expect, test } from 'vitest';
import { withoutNothing } from './words-for-nothing.ts';

test.each([
  ...['N/A', 'n.a.', '-', '--', '—', '_', 'none', 'NULL', '(null)', '<null>', '[NULL]', '\\N', '#N/A', '#NV'],
  ...[
    '#REF!',
    '#NAME?',
    'nan',
    'undefined',
    'unknown',
    '.',
    '...',
    '?',
    '""',
    "''",
    '(blank)',
    'not available',
  ],
  ...['keine Angabe', 'k. A.', 'Unbekannt', 'Aucun', 'non renseigné', 'NÉANT', 'ninguno', 'sin datos'],
  ...[
    'Nessuna',
    'sconosciuto',
    'nenhum',
    'não informado',
    'onbekend',
    'n.v.t.',
    'brak danych',
    'nie dotyczy',
  ],
  ...['нет данных', 'НЕИЗВЕСТНО', 'н/д', 'bilinmiyor', 'Belirtilmemiş'],
])('%j means nothing', (text) => {
  expect(withoutNothing(text)).toBe('');
});

test.each([
  ...['NA', 'Nil', 'Leer', 'No', 'нет', '+', '✓', '★★', '€', 'None of these', 'Unknown Pleasures GmbH', '0'],
  ...['Nanna', 'A', '#1', 'Blank', '(Anna)', '@', 'x'],
])('%j means something', (text) => {
  expect(withoutNothing(text)).toBe(text);
});

test('a number check may end with Unknown', () => {
  expect(withoutNothing('Unknown', 'hlr')).toBe('Unknown');
  expect(withoutNothing('N/A', 'hlr')).toBe('');
});
