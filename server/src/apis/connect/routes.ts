import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Reader } from '../../platform/db/database.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { describeForSmart } from './discovery.ts'
import { registerDynamically } from './dynamic-registration.ts'
import { createProviders, type ServerParts } from './providers.ts'
import { findArtifact } from './token-store.ts'

/** For any form that apps send; a client assertion is the longest. */
const maxForm = 32 * 1024

/** The authorization servers of all brands (OS-30 to OS-35), each created on first use. */
export function bindConnect(app: FastifyInstance, parts: ServerParts & { readonly limits: Limits }): void {
  const { database, limits, isBrand } = parts
  const { findPlace, hand } = createProviders(parts)

  app.register(async (routes) => {
    takeBodiesAsText(routes)
    routes.post('/connect/:brand/apps', (request, reply) => {
      if (findPlace(request) === null) return notFound(request, reply)
      reply.header('cache-control', 'no-store').header('access-control-allow-origin', '*')
      return registerDynamically(parts, request, reply)
    })
    routes.get('/connect/:brand/authorize', (request, reply) => authorize(request, reply, readQuery(request)))
    // A form is equivalent to an address (OS-31): from here on there is a single path.
    routes.post('/connect/:brand/authorize', (request, reply) => authorize(request, reply, readBody(request)))
    routes.get('/connect/:brand/authorize/:uid', pass)
    routes.post('/connect/:brand/token', token)
    for (const path of ['introspect', 'revoke', 'me']) routes.post(`/connect/:brand/${path}`, pass)
    for (const path of ['keys', 'me', '.well-known/openid-configuration', '.well-known/oauth-authorization-server'])
      routes.get(`/connect/:brand/${path}`, pass)
    for (const path of ['token', 'revoke', 'introspect', 'keys', 'me', '.well-known/openid-configuration'])
      routes.options(`/connect/:brand/${path}`, pass)
    routes.get('/.well-known/oauth-authorization-server/connect/:brand', (request, reply) =>
      pass(request, reply, undefined, '/.well-known/oauth-authorization-server'),
    )
    routes.get('/fhir/:brand/r4/.well-known/smart-configuration', (request, reply) => {
      const found = findPlace(request)
      if (found === null) return notFound(request, reply)
      reply.header('cache-control', 'public, max-age=3600').header('access-control-allow-origin', '*')
      // JSON, whatever the Accept header says.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(describeForSmart(found)))
    })
  })

  /** Drops an earlier sign-in for an app: the consent screen decides who the person is (OS-38). */
  async function authorize(request: FastifyRequest, reply: FastifyReply, query: string): Promise<FastifyReply> {
    const asked = new URLSearchParams(query)
    // Without `prompt=consent` the library drops `offline_access`; the person is asked every time anyway (OS-32).
    const prompts = asked.get('prompt')?.split(' ') ?? []
    if (!prompts.includes('none')) asked.set('prompt', [...new Set([...prompts, 'consent'])].join(' '))
    return hand(request, reply, { method: 'GET', url: `/authorize?${asked}`, body: '', withoutCookie: 'appSession' })
  }

  /** Slows down guessing (OS-43): failures are counted by address. */
  async function token(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const now = new Date()
    if (await limits.isTokenLocked(request.address, now))
      return reply.code(429).header('retry-after', 900).send({ error: 'temporarily_unavailable' })
    const answered = await pass(request, reply, await addClientId(database.read, request, isBrand))
    if (reply.raw.statusCode >= 400) await limits.reserveRequest('app-token', request.address, now)
    return answered
  }

  async function pass(
    request: FastifyRequest,
    reply: FastifyReply,
    body: string = readBody(request),
    url: string = pathBelow(request),
  ): Promise<FastifyReply> {
    return hand(request, reply, { method: request.method, url, body })
  }
}

function readBody({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}

function readQuery({ url }: FastifyRequest): string {
  return url.split(/\?(.*)/s)[1] ?? ''
}

function pathBelow({ url }: FastifyRequest): string {
  return url.replace(/^\/connect\/[^/?]+/, '')
}

/** The library parses bodies itself. */
function takeBodiesAsText(routes: FastifyInstance): void {
  routes.removeAllContentTypeParsers()
  for (const type of ['application/x-www-form-urlencoded', 'application/json'])
    routes.addContentTypeParser(type, { parseAs: 'string', bodyLimit: maxForm }, (_request, body, done) =>
      done(null, body),
    )
}

/** Public apps may refresh without identifying themselves (OS-32): the token identifies them. */
async function addClientId(db: Reader, request: FastifyRequest, isBrand: (code: string) => boolean): Promise<string> {
  const body = readBody(request)
  const form = new URLSearchParams(body)
  const { brand } = request.params as { readonly brand: string }
  const token = form.get('refresh_token')
  const names = form.has('client_id') || form.has('client_assertion') || request.headers.authorization !== undefined
  if (form.get('grant_type') !== 'refresh_token' || token === null || names || !isBrand(brand)) return body
  const found = await findArtifact(db, { brand, kind: 'RefreshToken', secret: token })
  if (typeof found?.payload.clientId !== 'string') return body
  form.set('client_id', found.payload.clientId)
  return form.toString()
}
