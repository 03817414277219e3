import { hash } from 'node:crypto'
import { directoryTypes } from '@portico/contract/fhir/directory'
import { formularyTypes } from '@portico/contract/fhir/formulary'
import type { OpenTypes } from '@portico/contract/fhir/type'
import { toNetwork } from '@portico/rules/identity/network'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrandService } from '../../brands/brand/service.ts'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import { answerPreflight } from '../../platform/http/cross-origin.ts'
import { checkQuery, isText } from '../../platform/http/incoming-text.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import type { InEvenTime } from '../../platform/limits/even-time.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { WorkBudget } from '../../platform/limits/work-budget.ts'
import type { ReadAppAccess, ReadSystemAccess } from './access.ts'
import { type Allowance, createAllowances } from './allowances.ts'
import { type BrandBundle, brandBundle } from './brand-bundle.ts'
import { createDirectorySource } from './directory/source.ts'
import { bindExchange } from './exchange/routes.ts'
import { createFormularySource } from './formulary/source.ts'
import { createMemberApi } from './member/api.ts'
import type { Call, One } from './member/asked.ts'
import { capabilities } from './member/metadata.ts'
import { checkFormat, listPairs, type Pairs } from './member/search-statement.ts'
import { createOpenApi } from './open/api.ts'
import { describeOpenApi } from './open/metadata.ts'
import type { OpenSource } from './open/source.ts'
import { FhirError, fhirJson, notFound, sendOutcome } from './outcome.ts'
import { sendPacked } from './packed.ts'

export interface FhirParts {
  readonly database: Database
  readonly dataKey: Pick<DataKey, 'seal' | 'open'>
  readonly brands: Pick<BrandService, 'served' | 'requireLoaded' | 'edition'>
  readonly ownOrigins: Pick<OwnOrigins, 'issuerFor'>
  readonly readAppAccess: ReadAppAccess
  readonly work: WorkBudget
  readonly readSystemAccess: ReadSystemAccess
  readonly limits: Limits
  readonly inEvenTime: InEvenTime
  /** Whether requests for approval can be sent (OS-56). */
  readonly takesRequests: boolean
}

/** A public API of each brand. */
interface OpenServer {
  readonly name: string
  readonly what: string
  readonly types: OpenTypes
  readonly source: OpenSource
}

interface Named {
  readonly brand: string
  readonly type: string
  readonly id: string
  readonly version: string
}

const member = '/fhir/:brand/r4'
const maxBody = 32 * 1024
/** What the grants of requests under way may still be sent. */
const taken = new WeakMap<FastifyReply, Allowance>()

/** Binds the FHIR APIs of all brands. */
export async function bindFhir(house: FastifyInstance, parts: FhirParts): Promise<void> {
  const { brands, ownOrigins } = parts
  const allowances = createAllowances()
  await house.register(async (app) => {
    app.setErrorHandler(sendOutcome)
    app.addHook('onRequest', openToApps)
    bindMember(app)
    await bindExchange(app, { ...parts, allowances, toPlace })
    bindBrands(app)
    bindOpen(app, {
      name: 'directory',
      what: 'directory of providers',
      types: directoryTypes,
      source: createDirectorySource(parts.database),
    })
    bindOpen(app, {
      name: 'formulary',
      what: 'covered drugs',
      types: formularyTypes,
      source: createFormularySource(parts.database),
    })
  })

  /** Without a token, for everyone, and cacheable. */
  function bindOpen(app: FastifyInstance, { name, what, types, source }: OpenServer): void {
    const [path, api] = [`/fhir/:brand/${name}`, createOpenApi(types, source)]
    const readOpenCall = (request: FastifyRequest) => {
      const { brand, plan } = toPlace(request)
      return { brand, plan, base: `${buildOrigin(request)}/fhir/${brand}/${name}`, now: new Date() }
    }
    // Anyone may ask, and a rare thing takes a while to be looked for.
    const spend = (request: FastifyRequest, work: () => Promise<string>) =>
      parts.work.spend({ kind: 'address', whose: toNetwork(request.ip) }, work)
    app.get(`${path}/metadata`, async (request, reply) =>
      sendPublic(reply, describeOpenApi(types, { ...readOpenCall(request), what })),
    )
    app.get(`${path}/:type`, async (request, reply) =>
      sendPublic(
        reply,
        await spend(request, () => api.search(findNamed(request).type, readQuery(request), readOpenCall(request))),
      ),
    )
    app.post(`${path}/:type/_search`, { bodyLimit: maxBody }, async (request, reply) => {
      const pairs = [...readQuery(request), ...listPairs(detectForm(request))]
      return sendPublic(
        reply,
        await spend(request, () => api.search(findNamed(request).type, pairs, readOpenCall(request))),
      )
    })
    app.get(`${path}/:type/:id`, async (request, reply) => {
      const { type, id } = findNamed(request)
      checkNoQuery(request)
      const body = await spend(request, () => api.read(type, id, readOpenCall(request)))
      const tag = `W/"${hash('sha256', body).slice(0, 16)}"`
      reply.header('etag', tag)
      return isKnown(request, tag) ? reply.code(304).send() : sendPublic(reply, body)
    })
    const refuse = async ({ method }: FastifyRequest) => {
      throw method === 'GET' ? notFound() : new FhirError(405, 'not-supported', 'This API is for reading.')
    }
    app.all(path, refuse)
    app.all(`${path}/*`, refuse)
  }

  /** The same for everyone, and made once for an origin, until a brand changes. */
  function bindBrands(app: FastifyInstance): void {
    const made = new Map<string, BrandBundle>()
    let [edition, since] = [brands.edition(), new Date()]
    app.get('/fhir/brands', async (request, reply) => {
      checkNoQuery(request)
      const origin = buildOrigin(request)
      if (brands.edition() !== edition) {
        ;[edition, since] = [brands.edition(), new Date()]
        made.clear()
      }
      const bundle = made.get(origin) ?? brandBundle(brands, origin, since)
      // Outside production anyone can call a server by any name.
      if (made.size < 10) made.set(origin, bundle)
      reply.header('etag', bundle.tag)
      return isKnown(request, bundle.tag) ? reply.code(304).send() : sendPublic(reply, bundle.body)
    })
  }

  function buildOrigin(request: FastifyRequest): string {
    return ownOrigins.issuerFor(`${request.protocol}://${request.host}`)
  }

  function bindMember(app: FastifyInstance): void {
    const api = createMemberApi(parts.database, parts.dataKey)
    app.get(`${member}/metadata`, async (request, reply) => {
      const { base, plan } = toPlace(request)
      return sendPublic(reply, capabilities(base, plan, parts))
    })
    app.get(`${member}/:type`, async (request, reply) =>
      sendFresh(
        request,
        reply,
        await api.search(findNamed(request).type, readQuery(request), await readCall(request, reply)),
      ),
    )
    app.post(`${member}/:type/_search`, { bodyLimit: maxBody }, async (request, reply) => {
      const pairs = [...readQuery(request), ...listPairs(detectForm(request))]
      return sendFresh(request, reply, await api.search(findNamed(request).type, pairs, await readCall(request, reply)))
    })
    app.get(`${member}/Patient/:id/$everything`, async (request, reply) =>
      sendFresh(
        request,
        reply,
        await api.listEverything(findNamed(request).id, readQuery(request), await readCall(request, reply)),
      ),
    )
    app.get(`${member}/:type/:id`, async (request, reply) => {
      const { type, id } = findNamed(request)
      checkNoQuery(request)
      return sendOne(request, reply, await api.read(type, id, await readCall(request, reply)))
    })
    app.get(`${member}/:type/:id/_history`, async (request, reply) => {
      const { type, id } = findNamed(request)
      checkNoQuery(request)
      return sendFresh(request, reply, await api.history(type, id, await readCall(request, reply)))
    })
    app.get(`${member}/:type/:id/_history/:version`, async (request, reply) => {
      const { type, id, version } = findNamed(request)
      checkNoQuery(request)
      return sendOne(request, reply, await api.vread(type, id, version, await readCall(request, reply)))
    })
    const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
      await readCall(request, reply)
      throw request.method === 'GET' ? notFound() : new FhirError(405, 'not-supported', 'This API is for reading.')
    }
    app.all(member, refuse)
    app.all(`${member}/*`, refuse)
  }

  /** The brand of an address. Throws 404 for none. */
  function toPlace(request: FastifyRequest): { readonly brand: string; readonly base: string; readonly plan: string } {
    const { brand } = findNamed(request)
    if (!brands.served.some((one) => one.brand.code === brand)) throw notFound()
    return { brand, base: `${buildOrigin(request)}/fhir/${brand}/r4`, plan: brands.requireLoaded(brand).texts.en.name }
  }

  /** Who asks. Throws 401 without a token that this brand knows, and 429 once its grant has used up its minute. */
  async function readCall(request: FastifyRequest, reply: FastifyReply): Promise<Call> {
    const { brand, ...place } = toPlace(request)
    if (request.headers.prefer?.includes('respond-async'))
      throw new FhirError(400, 'not-supported', 'Answers are given at once.')
    const token = /^Bearer ([\w.~+/-]{1,4000}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
    const access = token === undefined ? null : await parts.readAppAccess(token, brand)
    // The reader checks it, too: a token of another brand must never open this one.
    if (access?.brand !== brand) throw new FhirError(401, 'login', 'A token of this API is needed.')
    const allowance = allowances.take(access.grantId)
    reply.headers(allowance.headers)
    taken.set(reply, allowance)
    return { ...place, access, origin: { address: request.address, requestId: request.id }, now: new Date() }
  }
}

function findNamed(request: FastifyRequest): Named {
  const params = request.params as Named
  if (!Object.values(params).every((value) => isText(value) && value.length <= 100)) throw notFound()
  return params
}

/** The parameters of an address. Throws for what is no text, and for a token in it. */
function readQuery(request: FastifyRequest): Pairs {
  checkQuery(request)
  checkAccept(request)
  const pairs = listPairs(request.query)
  if (pairs.some(([name]) => name === 'access_token'))
    throw new FhirError(400, 'invalid', 'Tokens are sent in the header Authorization.')
  return pairs
}

function checkNoQuery(request: FastifyRequest): void {
  for (const [name, value] of readQuery(request)) {
    if (name !== '_format') throw new FhirError(400, 'invalid', 'A read has no parameters.')
    checkFormat(value)
  }
}

function checkAccept({ headers }: FastifyRequest): void {
  const accept = headers.accept ?? '*/*'
  const wants = accept.split(',').map((one) => one.split(';')[0]?.trim() ?? '')
  if (
    wants.length > 0 &&
    !wants.some((one) => one === '' || /^(\*\/\*|application\/(\*|json|fhir\+json)|text\/(html|\*|json))$/.test(one))
  )
    throw new FhirError(406, 'not-supported', 'Only JSON is served.')
}

function detectForm({ headers, body }: FastifyRequest): unknown {
  if (body === undefined || body === null) return {}
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return body
  throw new FhirError(415, 'not-supported', 'The parameters of a search are sent as a form.')
}

/** Apps in browsers have origins of their own, and send no cookies. */
function openToApps(request: FastifyRequest, reply: FastifyReply, finish: () => void): void {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'content-location, etag, expires, last-modified, x-progress, ratelimit, ratelimit-policy, retry-after, x-request-id',
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (request.method === 'OPTIONS')
    answerPreflight(reply, 'GET, POST, DELETE', 'accept, authorization, content-type, if-none-match, prefer')
  else finish()
}

function sendPublic(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('cache-control', 'public, max-age=300').type(fhirJson).send(text)
}

function sendFresh(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  taken.get(reply)?.send(text)
  return sendPacked(request, reply.header('cache-control', 'no-store'), text)
}

function sendOne(request: FastifyRequest, reply: FastifyReply, { body, version, updated }: One): FastifyReply {
  const tag = `W/"${version}"`
  reply.headers({ etag: tag, 'last-modified': updated.toUTCString(), 'cache-control': 'private, no-cache' })
  if (isKnown(request, tag)) return reply.code(304).send()
  taken.get(reply)?.send(body)
  return reply.type(fhirJson).send(body)
}

function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((one) => one.trim() === tag)
}
