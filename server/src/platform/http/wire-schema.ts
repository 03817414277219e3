import type { Schema } from '@portico/contract/call'
import { toJsonSchema } from '@valibot/to-json-schema'

/** JSON Schema, for the serializer of answers and the OpenAPI page. */
export type JsonSchema = { [key: string]: unknown }

/**
 * JSON Schema of the values that a valibot schema accepts. `output`: values that we send; it leaves out undeclared fields, so the
 * serializer drops them. `input`: values that a caller may send.
 */
export function wireSchema(schema: Schema, direction: 'input' | 'output'): JsonSchema {
  const json = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], {
    typeMode: direction,
    errorMode: 'ignore',
  }) as JsonSchema
  delete json.$schema
  return simplify(json) as JsonSchema
}

/** Rewrites `anyOf [X, null]` to a nullable X and gives enumerations their type, because the serializer is fast with these forms. */
function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify)
  if (typeof node !== 'object' || node === null) return node
  const schema = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, simplify(value)])) as JsonSchema
  const options = schema.anyOf
  if (Array.isArray(options) && options.length === 2) {
    const [first, second] = options as [JsonSchema, JsonSchema]
    if (second.type === 'null' && typeof first.type === 'string') {
      // Within another `anyOf`, the serializer would compare a value with the list itself.
      return { ...first, nullable: true, ...(Array.isArray(first.enum) && { enum: [...first.enum, null] }) }
    }
  }
  if (Array.isArray(schema.enum) && schema.enum.every((value) => typeof value === 'string')) schema.type = 'string'
  return schema
}

/** Schema of the envelope around a payload (HT-1). */
export function envelopeSchema(payload: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      baseMessage: {
        type: 'object',
        properties: {
          headerVersion: { type: 'string' },
          payloadVersion: { type: 'string' },
          additionalInfo: { type: 'null' },
          returnCode: { type: 'string' },
          returnCodeDescription: { type: 'string' },
        },
      },
      payload,
    },
    required: ['baseMessage', 'payload'],
  }
}
