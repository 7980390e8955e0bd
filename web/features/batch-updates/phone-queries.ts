import { whereOf } from '#contract/lead-conditions.ts';
import {
  invalidPhoneCountries,
  invalidPhoneStats,
  previewFixPhones,
  previewPhoneCountry,
} from '#contract/phones.ts';
import { queryOf } from '../../lib/query.ts';

/** Refetched on opening; events refresh it meanwhile. */
const FRESH = { staleTime: 0 };

/** Invalid phones by possible fix. */
export const phoneStatsQuery = { ...queryOf(invalidPhoneStats, {}), ...FRESH };

export const phoneCountriesQuery = { ...queryOf(invalidPhoneCountries, {}), ...FRESH };

/** Preview of a fix; not cached once closed. */
export const fixPreviewQuery = { ...queryOf(previewFixPhones, {}), ...FRESH, gcTime: 0 };

export const countryPreviewQuery = (country: string) => ({
  ...queryOf(previewPhoneCountry, { query: { country } }),
  ...FRESH,
});

/** Filter of the leads with an invalid phone. */
export const INVALID_PHONES = { phoneValid: 'invalid' } as const;

/** Filter of the leads with an invalid phone and no country. */
export const WITHOUT_COUNTRY = {
  ...INVALID_PHONES,
  where: whereOf([{ field: 'country', operator: 'isEmpty', values: [] }]),
};

/** Name of the leads without a country in the list of countries. */
export const NO_COUNTRY_NAME = 'Unknown';
