import { expect, test } from 'vitest';
import { customReader } from './cell-readers.ts';
import { DEFAULT_STYLE } from './column-types.ts';
import { FAULTS } from './problems.ts';

test('custom booleans are read in ten languages', () => {
  const read = customReader({ type: 'boolean' }, DEFAULT_STYLE);
  const yes = ['Yes', '1', 'ja', 'Oui', 'SÍ', 'sì', 'Sim', 'tak', 'EVET', 'да', 'WAHR', 'ИСТИНА'];
  const no = ['no', '0', 'nein', 'Non', 'NÃO', 'nao', 'nee', 'nie', 'Hayır', 'HAYIR', 'нет', 'FAŁSZ'];
  expect(yes.map(read)).toEqual(Array(12).fill({ value: true }));
  expect(no.map(read)).toEqual(Array(12).fill({ value: false }));
  expect(['maybe', '2'].map(read)).toEqual(Array(2).fill({ fault: FAULTS.invalidBoolean }));
});
