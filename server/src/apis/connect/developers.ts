import { randomBytes } from 'node:crypto'
import { trimLine } from '@portico/contract/fields'
import { appAuthMethods } from '@portico/rules/apps/app'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Database } from '../../platform/db/database.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import { chooseLanguage } from '../../platform/language.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { type DevelopersPage, renderDevelopers } from './developers-page.ts'
import { type Application, type Registered, register } from './registering.ts'

const line = (most: number) => v.optional(trimLine(most), '')
const ticked = v.optional(
  v.pipe(
    v.string(),
    v.transform((value) => value === 'on'),
  ),
  '',
)

const Form = v.object({
  ...{
    name: line(80),
    maker: line(80),
    contactEmail: line(100),
    homeUrl: line(500),
    policyUrl: line(500),
    launchUrl: line(500),
  },
  redirectUris: v.pipe(
    v.optional(v.pipe(v.string(), v.maxLength(6000)), ''),
    v.transform((value) => value.split(/\s+/).filter(Boolean)),
  ),
  authMethod: v.optional(v.picklist(appAuthMethods), 'none'),
  jwksUri: line(500),
  ...{ answer: ticked, sells: ticked, deletes: ticked, hipaa: ticked },
  keeps: v.optional(v.pipe(v.string(), v.regex(/^\d{0,4}$/)), ''),
})

/** Documentation and registration without a sign-in (OS-36), on every host of the portal. */
export function bindDevelopers(
  app: FastifyInstance,
  parts: {
    readonly database: Database
    readonly limits: Limits
    readonly ownOrigins: OwnOrigins
    readonly plans: () => DevelopersPage['plans']
  },
): void {
  const { ownOrigins, plans } = parts
  app.get('/developers/', (request, reply) => show(request, reply, 200, null))
  app.post('/developers/', async (request, reply) => {
    const called = `${request.protocol}://${request.host}`
    const { origin } = request.headers
    if (origin !== undefined && !ownOrigins.mayChange(origin, called)) return show(request, reply, 403, null)
    const form = v.safeParse(Form, request.body)
    const context = { now: new Date(), origin: { address: request.address, requestId: request.id } }
    const outcome: Registered = form.success
      ? await register(parts, readApplication(form.output), context)
      : { kind: 'refused', fields: ['name'] }
    const status = { registered: 201, refused: 400, 'too-many': 429 }[outcome.kind]
    return show(request, reply, status, outcome)
  })

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    outcome: Registered | null,
  ): FastifyReply {
    const called = `${request.protocol}://${request.host}`
    const nonce = randomBytes(16).toString('base64')
    const language = chooseLanguage({
      cookie: request.cookies.language,
      acceptLanguage: request.headers['accept-language'],
    })
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(renderDevelopers({ language, nonce, outcome, origin: ownOrigins.issuerFor(called), plans: plans() }))
  }
}

function readApplication(form: v.InferOutput<typeof Form>): Application {
  const { answer, sells, deletes, hipaa, keeps, ...application } = form
  const keepsMonths = keeps === '' ? null : Number(keeps)
  return { ...application, attestation: answer ? { sells, deletes, hipaa, keepsMonths } : null }
}
