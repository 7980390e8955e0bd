import { z } from 'zod';

export interface SchemaRow {
  /** Path through parent objects: `identifier.email`. */
  name: string;
  /** Such as `string | null` or `integer`. */
  type: string;
  required: boolean;
  description: string | undefined;
  /** JSON. */
  example: string | undefined;
}

/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Returns an object's fields in schema order, each followed by its nested fields. */
export function schemaRows(schema: JsonSchema, prefix = ''): SchemaRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    if (typeof value === 'boolean') return [];
    const name = `${prefix}${key}`;
    const items = itemsOf(value);
    return [
      schemaRow(name, value, schema.required?.includes(key) === true),
      ...schemaRows(value, `${name}.`),
      ...(items === undefined ? [] : schemaRows(items, `${name}[].`)),
    ];
  });
}

function schemaRow(name: string, schema: JsonSchema, required: boolean): SchemaRow {
  const example: unknown = schema.examples?.[0];
  return {
    name,
    type: typeOf(schema),
    required,
    description: describe(schema),
    example: example === undefined ? undefined : JSON.stringify(example),
  };
}

function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  const first = Array.isArray(items) ? items[0] : items;
  return typeof first === 'object' ? first : undefined;
}

function typeOf(schema: JsonSchema | boolean): string {
  if (typeof schema === 'boolean') return 'any';
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') {
    const item = typeOf(itemsOf(schema) ?? true);
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.format === 'date') return 'date';
  // Unions of primitive types are lists of names.
  return schema.type === undefined ? 'any' : [schema.type].flat().join(' | ');
}

function describe(schema: JsonSchema): string | undefined {
  const { description, minimum, maximum, minItems, maxItems } = schema;
  const parts = [
    description,
    minimum !== undefined && maximum !== undefined && `From ${minimum} to ${maximum}.`,
    minItems !== undefined && maxItems !== undefined && `${minItems} to ${maxItems} items.`,
    schema.default !== undefined && `Default: ${JSON.stringify(schema.default)}.`,
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? undefined : parts.join(' ');
}

const schema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null);
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema,
});
const operation = z.object({
  // A `$ref` points to a header shared by several calls, which isn't a field.
  parameters: z.array(z.union([parameter, z.object({ $ref: z.string() })])).default([]),
  requestBody: z.object({ content: z.object({ 'application/json': z.object({ schema }) }) }).optional(),
});
const openApiDocument = z.object({
  servers: z.array(z.object({ url: z.string() })).min(1),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/**
 * Returns a call's body fields from an OpenAPI document, or its parameters without a body.
 * @throws if the call is missing
 */
export function fieldsIn(document: unknown, call: { method: string; path: string }): SchemaRow[] {
  const { servers, paths } = openApiDocument.parse(document);
  const below = call.path.replace(new URL(servers[0]?.url ?? '').pathname, '');
  const { parameters, requestBody } = operation.parse(paths[below]?.[call.method.toLowerCase()]);
  if (requestBody) return schemaRows(requestBody.content['application/json'].schema);
  return parameters.flatMap((given) => {
    if ('$ref' in given || given.in === 'header') return [];
    const { name, required, description, schema: type } = given;
    return [schemaRow(name, { ...type, ...(description !== undefined && { description }) }, required)];
  });
}
