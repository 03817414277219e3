import type { Call, Schema } from '@portico/contract/call'
import { envelopeSchema, type JsonSchema, wireSchema } from './wire-schema.ts'

/** The contract as an OpenAPI 3.1 document; `operationId` is the call's name. */
export function openApi(calls: readonly (readonly [string, Call])[], version: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const [name, call] of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Portico', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'LtpaToken2' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: { Error: errorSchema },
    },
  }
}

function operation(name: string, call: Call): JsonSchema {
  const { audience } = call
  const payload = wireSchema(call.payload, 'output')
  const failures = call.form
    ? {}
    : {
        default: {
          description: [...call.errors].join(', ') || 'Failure',
          content: json({ $ref: '#/components/schemas/Error' }),
        },
      }
  return {
    operationId: name,
    summary: call.summary,
    security: audience.by === 'anyone' ? [] : [{ [audience.by]: [] }],
    ...(audience.by !== 'anyone' && { 'x-roles': audience.roles }),
    parameters: [
      ...listParameters(call.params, 'path'),
      ...listParameters(call.query, 'query'),
      ...(call.appid ? [{ name: 'appid', in: 'header', required: true, schema: { type: 'string' } }] : []),
    ],
    ...(call.upload && { requestBody: { required: true, content: uploadContent } }),
    ...(call.body && { requestBody: { content: bodyContent(call, call.body) } }),
    responses: {
      [call.status]: {
        description: 'Done',
        content: call.file
          ? fileContent
          : {
              ...json(call.form ? payload : envelopeSchema(payload)),
              ...(call.stream && { 'text/event-stream': { schema: payload } }),
            },
      },
      ...failures,
    },
  }
}

const uploadContent: JsonSchema = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
  },
}

const fileContent: JsonSchema = { '*/*': { schema: { type: 'string', format: 'binary' } } }

function bodyContent(call: Call, body: Schema): JsonSchema {
  const schema = wireSchema(body, 'input')
  if (call.form) return { 'application/x-www-form-urlencoded': { schema } }
  return json({ type: 'object', properties: { payload: schema }, required: ['payload'] })
}

function listParameters(schema: Schema | undefined, place: 'path' | 'query'): JsonSchema[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = wireSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } }
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    baseMessage: { type: 'object' },
    payload: { type: 'null' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { errorMessage: { type: 'string' }, errorKey: { type: 'string' }, field: { type: 'string' } },
        required: ['errorMessage', 'errorKey'],
      },
    },
  },
}
