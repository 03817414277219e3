import type { FastifyInstance } from 'fastify'
import type { ReadAppAccess } from './access.ts'

interface FhirParts {
  readonly readAppAccess: ReadAppAccess
}

/** Binds the FHIR APIs of all brands. */
export function bindFhir(app: FastifyInstance, { readAppAccess }: FhirParts): void {
  app.get<{ Params: { brand: string } }>('/fhir/:brand/r4/*', async ({ headers, params }, reply) => {
    const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1]
    const access = token === undefined ? null : await readAppAccess(token, params.brand)
    const [status, code] = access === null ? ([401, 'login'] as const) : ([404, 'not-found'] as const)
    if (access === null) reply.header('www-authenticate', 'Bearer')
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/fhir+json; charset=utf-8')
      .send({ resourceType: 'OperationOutcome', issue: [{ severity: 'error', code }] })
  })
}
