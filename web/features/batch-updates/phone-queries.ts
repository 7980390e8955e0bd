import { invalidPhoneCountries, invalidPhoneStats, previewFixPhones } from '#contract/phones.ts';
import { queryOf } from '../../lib/query.ts';

/** Refetched on opening; events refresh it meanwhile. */
const FRESH = { staleTime: 0 };

/** Invalid phones by possible fix. */
export const phoneStatsQuery = { ...queryOf(invalidPhoneStats, {}), ...FRESH };

export const phoneCountriesQuery = { ...queryOf(invalidPhoneCountries, {}), ...FRESH };

/** Preview of a fix; not cached once closed. */
export const fixPreviewQuery = { ...queryOf(previewFixPhones, {}), ...FRESH, gcTime: 0 };
