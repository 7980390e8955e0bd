export const WORKBOOK_COLUMNS =
  'first,last,email,phone,country,city,address,postcode,ip,brand,currency,amount,date,source,card,affiliate,page,agent,hlr'.split(
    ',',
  );

/**
 * Returns a lead like those in real files: half of its texts are unique, half are shared with other leads.
 */
export function leadCells(index: number): string[] {
  const digits = String(index).padStart(8, '0');
  const person = [`First${index % 3_000}`, `Last${index * 7}`, `user${index}@example.com`, `+4479${digits}`];
  const place = [
    'United Kingdom',
    `City ${index % 500}`,
    `${index} High Street, Flat ${index % 9}`,
    `SW${index % 99} 1AA`,
  ];
  const money = [
    `10.0.${index & 255}.${(index >> 8) & 255}`,
    `Brand ${index % 12}`,
    'GBP',
    (index * 1.37).toFixed(2),
  ];
  const rest = ['2024-03-01', 'Facebook', 'Visa', `aff${index % 50}`, `https://example.com/${index % 9}`];
  return [...person, ...place, ...money, ...rest, `Agent ${index % 20}`, 'active'];
}
