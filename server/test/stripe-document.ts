import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

/** Why a request is not one that Stripe's description of its API allows; null: it is. */
export type DocumentCheck = (request: {
  readonly method: string
  readonly path: string
  readonly sent: unknown
}) => string | null

interface Operation {
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: object }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
}

/**
 * Holds requests to the OpenAPI document that Stripe publishes (github.com/stripe/openapi, `latest/openapi.spec3.json`), where
 * `STRIPE_OPENAPI` names a copy of it.
 */
export function stripeDocument(file = process.env.STRIPE_OPENAPI): DocumentCheck | null {
  if (file === undefined) return null
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Operation>> }
  const ajv = new Ajv({ strict: false, coerceTypes: true, validateFormats: false, logger: false })
  const places = Object.keys(paths).map((path) => ({
    path,
    is: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return ({ method, path, sent }) => {
    const place = places.find(({ is }) => is.test(path))?.path ?? ''
    const operation = paths[place]?.[method.toLowerCase()]
    if (operation === undefined) return `${method} ${path}: no such operation`
    const validate = ajv.compile(schemaOf(operation, method))
    // What is coerced is changed, so it works on a copy.
    if (validate(structuredClone(sent))) return null
    return `${method} ${path}: ${ajv.errorsText(validate.errors)}`
  }
}

function schemaOf({ parameters = [], requestBody }: Operation, method: string): object {
  if (method !== 'GET') return requestBody?.content['application/x-www-form-urlencoded']?.schema ?? { maxProperties: 0 }
  const query = parameters.filter((one) => one.in === 'query')
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  }
}
