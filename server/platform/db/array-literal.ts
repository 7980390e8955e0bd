/** Null becomes NULL. */
export function arrayLiteral(items: readonly (string | null)[]): string {
  return `{${items.map(element).join(',')}}`;
}

const SPECIAL = /["\\]/;

function element(item: string | null): string {
  if (item === null) return 'NULL';
  return SPECIAL.test(item) ? `"${item.replace(/["\\]/g, '\\$&')}"` : `"${item}"`;
}
