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
import { askTrial, beginTrial } from './try-it.ts'

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

const TrialForm = v.object({
  brand: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,20}$/)),
  patient: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/)),
  token: v.pipe(v.string(), v.regex(/^[\w-]{20,100}$/)),
  path: v.pipe(v.string(), v.maxLength(500)),
})

/** Documentation and registration without a sign-in (OS-36), on every host of the portal. */
export function bindDevelopers(
  app: FastifyInstance,
  parts: {
    readonly database: Database
    readonly limits: Limits
    readonly ownOrigins: OwnOrigins
    readonly plans: () => DevelopersPage['plans']
    /** Whether anyone may try a made-up member's records without a sign-in: only in the demo. */
    readonly mayTry: boolean
  },
): void {
  const { ownOrigins, plans, mayTry } = parts
  app.get('/developers/', (request, reply) => show(request, reply, 200))
  app.post('/developers/', async (request, reply) => {
    if (!isOwnForm(request)) return show(request, reply, 403)
    const form = v.safeParse(Form, request.body)
    const context = toContext(request)
    const outcome: Registered = form.success
      ? await register(parts, readApplication(form.output), context)
      : { kind: 'refused', fields: ['name'] }
    const status = { registered: 201, refused: 400, 'too-many': 429 }[outcome.kind]
    return show(request, reply, status, { outcome })
  })
  if (mayTry) {
    app.post('/developers/try', async (request, reply) => {
      if (!isOwnForm(request)) return show(request, reply, 403)
      const trial = await beginTrial(parts, toContext(request))
      return show(request, reply, trial === null ? 429 : 201, { trial, isRefused: trial === null })
    })
    app.post('/developers/ask', async (request, reply) => {
      const form = v.safeParse(TrialForm, request.body)
      if (!isOwnForm(request) || !form.success) return show(request, reply, 400)
      const { path, ...trial } = form.output
      const tried = await askTrial(app, trial, path)
      return show(request, reply, tried === null ? 400 : 200, { trial, tried })
    })
  }

  function isOwnForm({ headers: { origin }, protocol, host }: FastifyRequest): boolean {
    return origin === undefined || ownOrigins.mayChange(origin, `${protocol}://${host}`)
  }

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    shown: Partial<Pick<DevelopersPage, 'outcome' | 'trial' | 'tried' | 'isRefused'>> = {},
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
      .send(
        renderDevelopers({
          ...{ outcome: null, trial: null, tried: null, isRefused: false, ...shown },
          ...{ language, nonce, mayTry, origin: ownOrigins.issuerFor(called), plans: plans() },
        }),
      )
  }
}

function toContext(request: FastifyRequest) {
  return { now: new Date(), origin: { address: request.address, requestId: request.id } }
}

function readApplication(form: v.InferOutput<typeof Form>): Application {
  const { answer, sells, deletes, hipaa, keeps, ...application } = form
  const keepsMonths = keeps === '' ? null : Number(keeps)
  return { ...application, attestation: answer ? { sells, deletes, hipaa, keepsMonths } : null }
}
