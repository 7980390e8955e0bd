import { customTarget, LEAD_FIELDS } from '#contract/lead-fields.ts';
import { storedIn } from '#contract/lead-value.ts';
import type { Lead } from '#contract/leads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type CustomField, loadCustomFields } from '../custom-fields/reads.ts';

/** A column of a file for a customer. */
export interface SoldColumn {
  /** Key of a lead field, or `custom:<name>`. */
  field: string;
  label: string;
}

/** Returns the columns of files for a customer: the chosen ones that still exist, or else all. */
export function soldColumns(custom: readonly CustomField[], chosen: readonly string[] | null): SoldColumn[] {
  const all: SoldColumn[] = [
    ...LEAD_FIELDS.map(({ key, label }) => ({ field: key, label })),
    ...custom.map(({ name, label }) => ({ field: customTarget(name), label })),
  ];
  const known = chosen?.flatMap((field) => all.find((column) => column.field === field) ?? []) ?? [];
  return known.length === 0 ? all : known;
}

/** Returns the text of a lead's field, which is empty without a lead. */
export function soldCell(lead: Lead | undefined, field: string): string {
  const value = lead && storedIn(lead, field);
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Returns the columns of files for a customer, as its record says. */
export async function columnsOfCustomer(tx: TenantTransaction, number: string): Promise<SoldColumn[]> {
  const [row] = await tx.query<{ columns: string[] }>(
    `SELECT s.columns FROM customers c JOIN column_sets s ON s.organization_id = $1 AND s.id = c.column_set_id
     WHERE c.organization_id = $1 AND c.number = $2`,
    [tx.organizationId, number],
  );
  return soldColumns(await loadCustomFields(tx), row?.columns ?? null);
}
