import { INSERTED } from '../../platform/db/insert-selected.ts';

/** Columns of the CTE `changed` that `insertSales` reads: the lead's source and country, cut to what an index takes, and its person. */
export const SOLD_COLUMNS = [
  'left(l.source, 200) AS sold_source',
  'left(l.country, 200) AS sold_country',
  'p.email_key',
  'p.phone_key',
] as const;

/** SQL of the values that all sales of a statement share. */
interface SoldValues {
  customerNumber: string;
  /** Id and name of the seller. */
  by: string;
  name: string;
  price: string;
  currency: string;
  order: string;
  exclusive: string;
}

/** Returns the CTE that records the sales of the leads of the CTE `changed`. A sale has the id of its event. */
export function insertSales({
  customerNumber,
  by,
  name,
  price,
  currency,
  order,
  exclusive,
}: SoldValues): string {
  return `sales AS (
    INSERT INTO lead_sales
      (organization_id, lead_id, id, customer_number, sold_by, sold_by_name, price, currency, order_id, exclusive,
       source, country, email_key, phone_key)
    SELECT $1, id, event_id, ${customerNumber}, ${by}::uuid, ${name}, ${price}::numeric, ${currency}::text, ${order}::uuid,
      ${exclusive}::boolean, sold_source, sold_country, email_key, phone_key
    FROM changed ${INSERTED}
  )`;
}
