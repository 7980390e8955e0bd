/** One value of a lead, any number of them, or numbers asked for in ranges. */
type Kind = 'value' | 'values' | 'number';

/**
 * Dimensions that leads are filtered by, each SQL over a row of `leads` or `lead_facets`; numbers are whole and not negative. All but
 * `email`, `owner` and `due` are counted in `lead_stats` under the same names.
 */
export const DIMENSIONS = {
  country: { kind: 'value', expression: 'country' },
  brand: { kind: 'value', expression: 'brand' },
  source: { kind: 'value', expression: 'source' },
  status: { kind: 'value', expression: 'status' },
  tag: { kind: 'values', expression: 'tags' },
  hlr: { kind: 'value', expression: 'hlr_class::text' },
  whatsapp: { kind: 'value', expression: 'whatsapp_class::text' },
  sold: { kind: 'value', expression: 'is_sold::text' },
  number: {
    kind: 'value',
    expression: "CASE WHEN phone IS NULL THEN '' WHEN number_valid THEN 'valid' ELSE 'invalid' END",
  },
  email: { kind: 'value', expression: '(email IS NOT NULL)::text' },
  owner: { kind: 'value', expression: 'owner_id::text' },
  due: { kind: 'value', expression: '(due_on IS NOT NULL)::text' },
  deposit_date: { kind: 'number', expression: "(deposit_date - '0001-01-01'::date)" },
  due_on: { kind: 'number', expression: "(due_on - '0001-01-01'::date)" },
  amount: {
    kind: 'number',
    expression: 'CASE WHEN deposit_amount >= 0 THEN (deposit_amount * 100)::int8 END',
  },
} as const satisfies Record<string, { kind: Kind; expression: string }>;

export type Dimension = keyof typeof DIMENSIONS;
export type NumberDimension = 'deposit_date' | 'due_on' | 'amount';
export type ValueDimension = Exclude<Dimension, NumberDimension>;

const ALL = Object.keys(DIMENSIONS) as Dimension[];
export const NUMBER_DIMENSIONS = ALL.filter(isNumber);
export const VALUE_DIMENSIONS = ALL.filter((dimension) => !isNumber(dimension)) as ValueDimension[];

export function isValueDimension(column: string): column is ValueDimension {
  return (VALUE_DIMENSIONS as readonly string[]).includes(column);
}

function isNumber(dimension: Dimension): dimension is NumberDimension {
  return DIMENSIONS[dimension].kind === 'number';
}

/** From 0001-01-01; -1 for the year 0. */
export function dayNumber(date: string): number {
  return Math.max((Date.parse(date) - Date.parse('0001-01-01')) / 86_400_000, -1);
}

/** The cents of an amount such as `12.5`. */
export function cents(amount: string): number {
  return Math.round(Number(amount) * 100);
}
