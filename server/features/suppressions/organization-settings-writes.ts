import type { OrganizationSettings } from '#contract/organization-settings.ts';
import { canonicalCountry } from '../../lead/countries/canonical-country.ts';
import { defaultCountryOf } from '../../lead/suppression/suppression-reads.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';

type Organization = Pick<OrganizationSettings, 'id' | 'name'>;

export async function findSettings(
  tx: TenantTransaction,
  { id, name }: Organization,
): Promise<OrganizationSettings> {
  return { id, name, defaultCountry: await defaultCountryOf(tx) };
}

/**
 * Sets the country by which numbers without a country code are read.
 * @throws HttpError invalid_input for an unknown country
 */
export async function changeSettings(
  tx: TenantTransaction,
  organization: Organization,
  { defaultCountry }: { defaultCountry: string | null },
  editor: Editor,
): Promise<OrganizationSettings> {
  const before = await findSettings(tx, organization);
  const iso = defaultCountry === null || defaultCountry === '' ? null : canonicalCountry(defaultCountry).iso;
  if (iso === null && defaultCountry) {
    throw new HttpError('invalid_input', `defaultCountry: There is no country ${defaultCountry}`, {
      field: 'defaultCountry',
    });
  }
  if (iso === before.defaultCountry) return before;
  await tx.query(
    `INSERT INTO suppression_settings (organization_id, default_country) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET default_country = excluded.default_country`,
    [tx.organizationId, iso],
  );
  await writeAudit(tx, {
    action: 'update_organization',
    ...editor,
    resource: organization.name,
    details: { defaultCountry: iso },
  });
  return { ...before, defaultCountry: iso };
}
