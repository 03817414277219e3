import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

/** Why a request does not conform to Stripe's API description; null: it does. */
export type DocumentCheck = (request: {
  readonly method: string
  readonly path: string
  /** The API version it requests. */
  readonly version: string
  readonly sent: unknown
}) => string | null

interface Operation {
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: object }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
}

interface Document {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Checks requests against the part of Stripe's published OpenAPI document (NOTICE) that covers the adapter's calls. */
export function stripeDocument(): DocumentCheck {
  const document: Document = JSON.parse(readFileSync(new URL('stripe-openapi.json', import.meta.url), 'utf8'))
  const ajv = new Ajv({ strict: false, coerceTypes: true, validateFormats: false, logger: false })
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      is: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      validate: ajv.compile(closeSchema(findSchema(operation, method))),
    })),
  )
  return ({ method, path, version, sent }) => {
    if (version !== document.info.version) return `${method} ${path}: version ${version}`
    const operation = operations.find((one) => one.method === method && one.is.test(path))
    if (operation === undefined) return `${method} ${path}: no such operation`
    const { validate } = operation
    // Coercion changes the value, so it works on a copy.
    return validate(structuredClone(sent)) ? null : `${method} ${path}: ${ajv.errorsText(validate.errors)}`
  }
}

function findSchema({ parameters, requestBody }: Operation, method: string): object {
  if (method !== 'get')
    return requestBody?.content['application/x-www-form-urlencoded']?.schema ?? buildClosedObject({}, [])
  const query = parameters.filter((one) => one.in === 'query')
  const required = query.filter((one) => one.required).map(({ name }) => name)
  return buildClosedObject(Object.fromEntries(query.map(({ name, schema }) => [name, schema])), required)
}

function buildClosedObject(properties: object, required: readonly string[]): object {
  return { type: 'object', properties, required }
}

/** Stripe refuses unknown names at any depth, but its document says so only for the outermost ones. */
function closeSchema<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(closeSchema) as Schema
  if (typeof schema !== 'object' || schema === null) return schema
  const inside = Object.entries(schema).map(([name, value]) => [name, closeSchema(value)])
  const isObject = 'type' in schema && schema.type === 'object' && 'properties' in schema
  return { ...(isObject && { additionalProperties: false }), ...Object.fromEntries(inside) }
}
