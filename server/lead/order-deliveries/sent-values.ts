import { customFieldName } from '#contract/lead-fields.ts';
import type { Lead } from '#contract/leads.ts';
import type { MappedField } from '#contract/order-delivery.ts';
import { formatValue } from './format-value.ts';

/** A sale as it is delivered; `SALE_VALUES` are taken from it. */
export interface DeliveredSale {
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
export function sentValues(fields: readonly MappedField[], lead: Lead, sale: DeliveredSale): SentValue[] {
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

function mappedValue(from: string, lead: Lead, sale: DeliveredSale): SentValue['value'] {
  const custom = customFieldName(from);
  const value = custom === null ? ownValue(from, lead, sale) : lead.customData[custom];
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(', ');
  return typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '')
    ? value
    : null;
}

function ownValue(from: string, lead: Lead, sale: DeliveredSale): unknown {
  const values: Record<string, unknown> = {
    ...lead,
    ownerId: lead.owner?.username,
    dueOn: lead.nextStep?.dueOn,
    dueNote: lead.nextStep?.note,
    leadId: lead.id,
    deliveryId: sale.deliveryId,
    soldAt: sale.soldAt.toISOString(),
    price: sale.price,
    currency: sale.currency,
  };
  return Object.hasOwn(values, from) ? values[from] : null;
}
