export const COLUMNS = [
  ...['first', 'last', 'email', 'phone', 'country', 'city', 'address', 'postcode', 'ip', 'brand'],
  ...['currency', 'amount', 'date', 'source', 'card', 'affiliate', 'page', 'agent', 'state'],
];

/** The only numeric column of a workbook. */
export const AMOUNT_COLUMN = COLUMNS.indexOf('amount');

/** Half of the texts are unique. */
export function sampleCells(index: number): string[] {
  const unique = {
    last: `Last${index * 7}`,
    email: `user${index}@example.com`,
    phone: `+4479${String(index).padStart(8, '0')}`,
    address: `${index} High Street, Flat ${index % 9}`,
    ip: `10.0.${index & 255}.${(index >> 8) & 255}`,
    amount: (index * 1.37).toFixed(2),
  };
  const shared = {
    first: `First${index % 3_000}`,
    country: 'United Kingdom',
    city: `City ${index % 500}`,
    postcode: `SW${index % 99} 1AA`,
    brand: `Brand ${index % 12}`,
    currency: 'GBP',
    date: '2024-03-01',
    source: 'Facebook',
    card: 'Visa',
    affiliate: `aff${index % 50}`,
    page: `https://example.com/${index % 9}`,
    agent: `Agent ${index % 20}`,
    state: 'active',
  };
  const cells: Record<string, string> = { ...unique, ...shared };
  return COLUMNS.map((column) => cells[column] ?? '');
}
