import { z } from 'zod';

/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export type Schema = z.core.JSONSchema.BaseSchema;

export function schemaOf(type: z.ZodType, side: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, { io: side, unrepresentable: 'any' });
  return schema;
}

export function parametersIn(place: 'path' | 'query', parsed: z.ZodType): Record<string, unknown>[] {
  const { properties = {} } = schemaOf(parsed, 'output');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {};
    const required = place === 'path';
    return { name, in: place, required, ...(description !== undefined && { description }), schema };
  });
}
