import { invalidPhoneCountries, invalidPhoneStats, previewFixPhones } from '#contract/phones.ts';
import { queryOf } from '../../../lib/query.ts';

/** Read anew each time the screen opens; word of changed leads refreshes it meanwhile. */
const FRESH = { staleTime: 0 };

/** How many phones are invalid, and what can be done about them. */
export const phoneStatsQuery = { ...queryOf(invalidPhoneStats, {}), ...FRESH };

/** Invalid phones by country. */
export const phoneCountriesQuery = { ...queryOf(invalidPhoneCountries, {}), ...FRESH };

/** What fixing would do; forgotten when nobody looks at it any more. */
export const fixPreviewQuery = { ...queryOf(previewFixPhones, {}), ...FRESH, gcTime: 0 };
