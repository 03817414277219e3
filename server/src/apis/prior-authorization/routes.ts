import { maySystemCreate, maySystemRead } from '@portico/rules/apps/system'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { WorkBudget } from '../../platform/limits/work-budget.ts'
import type { ReadSystemAccess, SystemAccess } from '../fhir/access.ts'
import { FhirError, fhirJson, notFound, sendOutcome } from '../fhir/outcome.ts'
import { readJsonBody } from '../fhir/read-json-body.ts'
import { inquire } from './inquire.ts'
import { bindUtilizationNotices } from './notices.ts'
import type { AuthorizationKeeper } from './settle.ts'
import { submit } from './submit.ts'
import type { Utilization } from './utilization-port.ts'

/** An inquiry only names a request; a request may carry supporting documents. */
const maxBody = { inquire: 256 * 1024, submit: 2 * 1024 * 1024 }

interface Parts {
  readonly database: Database
  readonly limits: Limits
  readonly work: WorkBudget
  readonly isBrand: (code: string) => boolean
  readonly readSystemAccess: ReadSystemAccess
  readonly keeper: AuthorizationKeeper
  /** Null: prior authorization requests are sent elsewhere. */
  readonly utilization: Utilization | null
}

/** Prior authorization for providers' systems (OS-56), by Da Vinci's PAS. */
export async function bindPriorAuthorization(house: FastifyInstance, parts: Parts): Promise<void> {
  const { database, utilization, keeper } = parts
  const inTransaction = <T>(act: (tx: Tx) => Promise<T>) => database.transaction(act)
  if (utilization !== null) bindUtilizationNotices(house, { database, keeper, secret: utilization.secret })
  await house.register(async (app) => {
    app.setErrorHandler(sendOutcome)
    app.addContentTypeParser(
      'application/fhir+json',
      { parseAs: 'buffer', bodyLimit: maxBody.submit },
      async (_: FastifyRequest, body: Buffer) => readJsonBody(body),
    )
    bind(app, 'inquire', (access, request) => {
      if (!maySystemRead(access.scopes, 'ExplanationOfBenefit')) throw outsideScopes()
      return inTransaction((tx) => inquire(tx, access, request.body, toContext(request)))
    })
    bind(app, 'submit', (access, request) => {
      if (!maySystemCreate(access.scopes, 'Claim')) throw outsideScopes()
      // A plan requests no prior authorization.
      if (access.organization.kind !== 'provider') throw new FhirError(403, 'forbidden', 'This is for providers.')
      if (utilization === null) throw new FhirError(404, 'not-supported', 'Requests for approval are not taken here.')
      const sent = { access, bundle: request.body, context: toContext(request) }
      return submit({ ...parts, port: utilization.port, logger: request.log }, inTransaction, sent)
    })
  })

  function bind(
    app: FastifyInstance,
    name: keyof typeof maxBody,
    answer: (access: SystemAccess, request: FastifyRequest) => Promise<string>,
  ): void {
    app.post(`/fhir/:brand/r4/Claim/$${name}`, { bodyLimit: maxBody[name] }, async (request, reply) => {
      const access = await readSystem(request)
      const text = await parts.work.spend({ kind: 'address', whose: `system ${access.clientId}` }, () =>
        answer(access, request),
      )
      return reply.header('cache-control', 'no-store').type(fhirJson).send(text)
    })
  }

  /** Throws 401 without a token of this brand's systems, and 404 for an unknown brand. */
  async function readSystem(request: FastifyRequest): Promise<SystemAccess> {
    const { brand = '' } = request.params as { readonly brand?: string }
    if (!parts.isBrand(brand)) throw notFound()
    const token = /^Bearer ([\w.~+/-]{1,4000}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
    const access = token === undefined ? null : await parts.readSystemAccess(token, brand)
    if (access?.brand !== brand) throw new FhirError(401, 'login', 'A token of a system is needed.')
    return access
  }
}

const toContext = (request: FastifyRequest) => ({
  origin: { address: request.address, requestId: request.id },
  now: new Date(),
})

const outsideScopes = () => new FhirError(403, 'forbidden', 'The token’s scopes do not allow this.')
