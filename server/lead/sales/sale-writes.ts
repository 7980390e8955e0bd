import { INSERTED } from '../../platform/db/insert-selected.ts';
/** Column of the CTE `changed` that `insertSales` reads: the lead's source, cut to what an index takes. */
export const SOLD_SOURCE = 'left(l.source, 200) AS sold_source';

/** SQL of the values that all sales of a statement share. */
interface SoldValues {
  customerNumber: string;
  /** Id and name of the seller. */
  by: string;
  name: string;
  price: string;
  currency: string;
}

/** Returns the CTE that records the sales of the leads of the CTE `changed`. A sale has the id of its event. */
export function insertSales({ customerNumber, by, name, price, currency }: SoldValues): string {
  return `sales AS (
    INSERT INTO lead_sales
      (organization_id, lead_id, id, customer_number, sold_by, sold_by_name, price, currency, source)
    SELECT $1, id, event_id, ${customerNumber}, ${by}::uuid, ${name}, ${price}::numeric, ${currency}::text, sold_source
    FROM changed ${INSERTED}
  )`;
}
