import { IMPORT_FIELDS } from '#contract/lead-fields.ts';
import { isLeadFieldName } from './auto-map.ts';
import { STRENGTH } from './claim.ts';
import { keywordClaim } from './keyword-claim.ts';
import { knownHeader } from './known-headers.ts';

/** As a whole: `12 Baker Street` contains a keyword too. */
export function isColumnName(text: string): boolean {
  if (isLeadFieldName(text) || knownHeader(text) !== null) return true;
  return keywordClaim(text, IMPORT_FIELDS)?.strength === STRENGTH.name;
}
