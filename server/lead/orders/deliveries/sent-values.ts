import { storedIn } from '#contract/lead-value.ts';
import type { Lead } from '#contract/leads.ts';
import { type MappedField, SALE_VALUES } from '#contract/order-delivery.ts';
import { formatValue } from './format-value.ts';

const IS_SALE_VALUE: ReadonlySet<string> = new Set(SALE_VALUES);

/** A sale as it is delivered; `SALE_VALUES` are taken from it. */
export interface SaleToSend {
  deliveryId: string;
  soldAt: Date;
  /** Decimal with two places. */
  price: string | null;
  currency: string | null;
  /** IANA zone of the order. */
  timeZone: string;
}

/** A value under the name that the buyer gives it; null if the lead has none. */
export interface SentValue {
  to: string;
  value: string | number | boolean | null;
}

/** Returns what the rows of a mapping send of a lead and its sale. */
export function sentValues(fields: readonly MappedField[], lead: Lead, sale: SaleToSend): SentValue[] {
  return fields.map((field) => {
    if ('text' in field) return { to: field.to, value: field.text };
    const value = mappedValue(field.from, lead, sale);
    const { country } = lead;
    return value === null || field.format === undefined
      ? { to: field.to, value }
      : {
          to: field.to,
          value: formatValue(String(value), field.format, { country, timeZone: sale.timeZone }),
        };
  });
}

function mappedValue(from: string, lead: Lead, sale: SaleToSend): SentValue['value'] {
  const ofSale = { leadId: lead.id, ...sale, soldAt: sale.soldAt.toISOString() };
  const value = IS_SALE_VALUE.has(from) ? ofSale[from as (typeof SALE_VALUES)[number]] : storedIn(lead, from);
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(', ');
  return typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '')
    ? value
    : null;
}
