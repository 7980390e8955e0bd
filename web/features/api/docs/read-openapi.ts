import { z } from 'zod';
import { type JsonSchema, type SchemaRow, schemaRow, schemaRows } from './schema-rows.ts';

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
const openApi = z.object({
  servers: z.array(z.object({ url: z.string() })).min(1),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/**
 * Returns a call's body fields from an OpenAPI document, or its parameters without a body.
 * @throws if the call is missing
 */
export function fieldsIn(document: unknown, call: { method: string; path: string }): SchemaRow[] {
  const { servers, paths } = openApi.parse(document);
  const below = call.path.replace(new URL(servers[0]?.url ?? '').pathname, '');
  const { parameters, requestBody } = operation.parse(paths[below]?.[call.method.toLowerCase()]);
  if (requestBody) return schemaRows(requestBody.content['application/json'].schema);
  return parameters.flatMap((given) => {
    if ('$ref' in given || given.in === 'header') return [];
    const { name, required, description, schema: type } = given;
    return [schemaRow(name, { ...type, ...(description !== undefined && { description }) }, required)];
  });
}
