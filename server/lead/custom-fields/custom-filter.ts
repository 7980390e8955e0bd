import type { Condition } from '#contract/lead-conditions.ts';
import { customTarget } from '#contract/lead-fields.ts';
import { HttpError } from '../../platform/errors.ts';
import { foldText } from '../values/fold-text.ts';
import type { CustomField } from './reads.ts';

/**
 * Reads a filter by custom fields: a JSON object of names and values, which leads have as a whole.
 * @throws HttpError invalid_input for a field that does not exist, or a number field with another value
 */
export function readCustomFilter(fields: readonly CustomField[], text: string): Condition[] {
  return Object.entries(parseObject(text))
    .filter(([, value]) => value !== '' && value !== 'all')
    .map(([name, value]) => {
      const field = fields.find((known) => known.name === name);
      if (field === undefined) throw invalid(`There is no custom field named ${name.slice(0, 100)}`);
      if (field.type === 'number' && !Number.isFinite(Number(value))) {
        throw invalid(`${name} is a number field: filter it by a number such as 12.5`);
      }
      const given = field.type === 'number' ? String(Number(value)) : foldText(String(value));
      return { field: customTarget(name), operator: 'is', values: [given] };
    });
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Refused below, like any other text.
  }
  throw invalid('custom must be a JSON object of field names and values');
}

function invalid(message: string): HttpError {
  return new HttpError('invalid_input', message, { field: 'custom' });
}
