import type { ConsentFieldKey } from '#contract/consent-fields.ts';
import { cellText, cellValue } from '../../../lead/values/cell-readers.ts';
import { styleOfColumn } from '../../../lead/values/column-types.ts';
import { timeReader } from '../../../lead/values/consent-time.ts';
import { readText } from '../../../lead/values/normalise-text.ts';
import { problemWith } from '../../../lead/values/problems.ts';
import { readConsent } from '../../../lead/values/read-consent.ts';
import type { MapperInput, Place, Step } from './mapper-input.ts';

/** Consent that can't be read is a warning. */
export function consentStep(places: ReadonlyMap<ConsentFieldKey, Place>, input: MapperInput): Step {
  const timeColumn = places.get('consentAt')?.column ?? '';
  const readTime = timeReader(styleOfColumn(input.columnTypes, timeColumn), input.date1904);
  return (cells, draft, problems) => {
    const texts: Partial<Record<ConsentFieldKey, string>> = {};
    for (const [field, { index }] of places) texts[field] = readText(cellValue(cells[index]));
    const consent = readConsent(texts, readTime, (field, fault) => {
      const place = places.get(field);
      const value = place ? cellText(cells[place.index]) : '';
      problems.push(problemWith('warning', fault, { field, column: place?.column ?? null, value }));
    });
    if (consent !== null) draft.givenConsent = consent;
  };
}
