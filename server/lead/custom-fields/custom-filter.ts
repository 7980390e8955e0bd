import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { loadCustomFields } from './reads.ts';

/** The custom field has the value. */
export interface CustomCondition {
  name: string;
  type: string;
  value: string;
}

/**
 * Reads a filter by custom fields: a JSON object of names and values.
 * @throws HttpError invalid_input for a field that does not exist, or a number field with another value
 */
export async function readCustomFilter(tx: TenantTransaction, text: string): Promise<CustomCondition[]> {
  const fields = await loadCustomFields(tx);
  return Object.entries(parseObject(text))
    .filter(([, value]) => value !== '' && value !== 'all')
    .map(([name, value]) => {
      const field = fields.find((known) => known.name === name);
      if (field === undefined) throw invalid(`There is no custom field named ${name.slice(0, 100)}`);
      if (field.type === 'number' && !Number.isFinite(Number(value))) {
        throw invalid(`${name} is a number field: filter it by a number such as 12.5`);
      }
      return { name, type: field.type, value: String(value) };
    });
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Refused below, like any other text.
  }
  throw invalid('custom is a JSON object of field names and values');
}

function invalid(message: string): HttpError {
  return new HttpError('invalid_input', message, { field: 'custom' });
}
