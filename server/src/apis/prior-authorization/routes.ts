import { maySystemRead } from '@portico/rules/apps/system'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import type { WorkBudget } from '../../platform/limits/work-budget.ts'
import type { ReadSystemAccess, SystemAccess } from '../fhir/access.ts'
import { FhirError, fhirJson, notFound, sendOutcome } from '../fhir/outcome.ts'
import { readJsonBody } from '../fhir/read-json-body.ts'
import { inquire } from './inquire.ts'

const maxBody = 256 * 1024

/** Prior authorization for the systems of those who give care (OS-56), by Da Vinci's PAS. */
export async function bindPriorAuthorization(
  house: FastifyInstance,
  parts: {
    readonly database: Database
    readonly work: WorkBudget
    readonly isBrand: (code: string) => boolean
    readonly readSystemAccess: ReadSystemAccess
  },
): Promise<void> {
  await house.register(async (app) => {
    app.setErrorHandler(sendOutcome)
    app.addContentTypeParser(
      'application/fhir+json',
      { parseAs: 'buffer', bodyLimit: maxBody },
      async (_: FastifyRequest, body: Buffer) => readJsonBody(body),
    )
    app.post('/fhir/:brand/r4/Claim/$inquire', { bodyLimit: maxBody }, async (request, reply) => {
      const access = await readSystem(request)
      const context = { origin: { address: request.address, requestId: request.id }, now: new Date() }
      const answer = await parts.work.spend({ kind: 'address', whose: `system ${access.clientId}` }, () =>
        inquire(parts.database, access, request.body, context),
      )
      return reply.header('cache-control', 'no-store').type(fhirJson).send(answer)
    })
  })

  /** Throws 401 without a token of a system of this brand, 403 for what its scopes leave out, and 404 for no brand. */
  async function readSystem(request: FastifyRequest): Promise<SystemAccess> {
    const { brand = '' } = request.params as { readonly brand?: string }
    if (!parts.isBrand(brand)) throw notFound()
    const token = /^Bearer ([\w.~+/-]{1,4000}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
    const access = token === undefined ? null : await parts.readSystemAccess(token, brand)
    if (access?.brand !== brand) throw new FhirError(401, 'login', 'A token of a system is needed.')
    if (!maySystemRead(access.scopes, 'ExplanationOfBenefit'))
      throw new FhirError(403, 'forbidden', 'The token’s scopes do not allow this.')
    return access
  }
}
