import { canonicalCountry } from '../../lead/countries/canonical-country.ts';
import type { StatRow } from '../../lead/stats/stat-reads.ts';

export interface CountryStat {
  country: string;
  /** ISO 3166-1 alpha-2; null if unknown. */
  iso: string | null;
  totalLeads: number;
  validNumbers: number;
  qualifiedLeads: number;
}

const NO_COUNTRY = 'Unknown';

/** Largest first. Leads without a country count as Unknown, last among equals. */
export function countryStats(rows: readonly StatRow[]): CountryStat[] {
  const stats = new Map<string, CountryStat>();
  for (const { value, total, valid, qualified } of rows) {
    const country = value === '' ? NO_COUNTRY : value;
    // Some files contain the literal text "Unknown".
    const before = stats.get(country) ?? { totalLeads: 0, validNumbers: 0, qualifiedLeads: 0 };
    stats.set(country, {
      country,
      iso: country === NO_COUNTRY ? null : canonicalCountry(country).iso,
      totalLeads: before.totalLeads + total,
      validNumbers: before.validNumbers + valid,
      qualifiedLeads: before.qualifiedLeads + qualified,
    });
  }
  return [...stats.values()].sort(
    (a, b) => b.totalLeads - a.totalLeads || rank(a) - rank(b) || a.country.localeCompare(b.country, 'en'),
  );
}

function rank({ country }: CountryStat): number {
  return country === NO_COUNTRY ? 1 : 0;
}
