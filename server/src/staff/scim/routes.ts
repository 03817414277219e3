import { refuseScim, ScimError } from '@portico/rules/scim/error'
import { parseFilter } from '@portico/rules/scim/filter'
import { patchGroup, readGroup } from '@portico/rules/scim/group'
import { plainName } from '@portico/rules/scim/names'
import { readOperations } from '@portico/rules/scim/operations'
import { projectResource } from '@portico/rules/scim/projection'
import { patchUser, readUser } from '@portico/rules/scim/user'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkQuery, isText } from '../../platform/http/incoming-text.ts'
import { createAllowance } from './allowance.ts'
import { authenticate } from './authenticate.ts'
import { noteCall } from './call-store.ts'
import { refuseUnknown, type ScimCaller } from './caller.ts'
import { describeSchemas, describeService, describeTypes, maxResults } from './discovery.ts'
import { asScimError, sendScimError } from './errors.ts'
import { changeScimGroup, createScimGroup, deleteScimGroup, readScimGroup, searchScimGroups } from './groups.ts'
import type { ScimParts } from './parts.ts'
import type { ScimResource } from './resources.ts'
import type { ListPage } from './user-store.ts'
import { changeScimUser, createScimUser, deleteScimUser, readScimUser, searchScimUsers } from './users.ts'

const root = '/scim/:brand/v2'
/** Fits a group of some thousand people. */
const maxBody = 1024 * 1024
const scimJson = 'application/scim+json; charset=utf-8'
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What a call answers: a resource, a list, or nothing. */
interface Answered {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>> | null
  readonly resource?: ScimResource
}
type Handle = (caller: ScimCaller, request: FastifyRequest) => Promise<Answered>

/** Binds SCIM 2.0 of every brand (OS-66). */
export async function bindScim(house: FastifyInstance, parts: ScimParts): Promise<void> {
  const takeRequest = createAllowance()
  await house.register(async (app) => {
    app.setErrorHandler(sendScimError)
    bindDiscovery(bind)
    bindUsers(bind, parts)
    bindGroups(bind, parts)
    bind('GET', '/*', async () => {
      throw refuseUnknown()
    })
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      bind(method, '/*', async () => {
        throw new ScimError(501, null, 'This is not offered.')
      })

    function bind(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, handle: Handle): void {
      const url = `${root}${path}`
      app.route({ method, url, bodyLimit: maxBody, handler: (request, reply) => serve(request, reply, handle) })
    }
  })

  async function serve(request: FastifyRequest, reply: FastifyReply, handle: Handle): Promise<FastifyReply> {
    const { brand } = request.params as { readonly brand: string }
    const caller = await authenticate(parts, request, brand)
    takeRequest(caller.tokenId)
    checkQuery(request)
    try {
      const answered = await handle(caller, request)
      if (request.method !== 'GET') await note(caller, request, answered.status, null, answered.resource?.id)
      return send(request, reply, answered)
    } catch (error) {
      const { status, message } = asScimError(error as Error)
      await note(caller, request, status, message)
      throw error
    }
  }

  /** Failing to record a call is no reason to fail the call. */
  async function note(
    caller: ScimCaller,
    request: FastifyRequest,
    status: number,
    detail: string | null,
    made?: string,
  ): Promise<void> {
    const path = request.routeOptions.url?.slice(root.length) ?? ''
    const what = path.startsWith('/Users') ? 'User' : path.startsWith('/Groups') ? 'Group' : 'Other'
    const { id = made ?? '' } = request.params as { readonly id?: string }
    const recordId = uuid.test(id) ? id : null
    await noteCall(parts.database.read, caller, { method: request.method, what, recordId, status, detail }).catch(
      (error: unknown) => request.log.warn({ err: error }, 'a call of an identity provider could not be noted'),
    )
  }
}

type Bind = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, handle: Handle) => void

function bindDiscovery(bind: Bind): void {
  bind('GET', '/ServiceProviderConfig', async (caller) => ({ status: 200, body: describeService(caller) }))
  for (const [path, describe] of [
    ['/ResourceTypes', describeTypes],
    ['/Schemas', describeSchemas],
  ] as const) {
    bind('GET', path, async (caller, request) => {
      if (readQuery(request).filter !== undefined) throw new ScimError(403, null, 'These cannot be filtered.')
      const resources = describe(caller)
      return { status: 200, body: describeList(resources, resources.length, 1) }
    })
    bind('GET', `${path}/:id`, async (caller, request) => {
      const found = describe(caller).find(({ id }) => id === pickId(request, null))
      if (found === undefined) throw refuseUnknown()
      return { status: 200, body: found }
    })
  }
}

function bindUsers(bind: Bind, parts: ScimParts): void {
  bind('GET', '/Users', async (caller, request) => {
    const page = readPage(request, maxResults.users)
    const { total, resources } = await searchScimUsers(parts, caller, page)
    return {
      status: 200,
      body: describeList(
        resources.map((one) => chooseParts(request, one)),
        total,
        page.offset + 1,
      ),
    }
  })
  bind('POST', '/Users', async (caller, { body }) =>
    answerMade(await createScimUser(parts, caller, readUser(body, null))),
  )
  bind('GET', '/Users/:id', async (caller, request) => answerOne(await readScimUser(parts, caller, pickId(request))))
  bind('PUT', '/Users/:id', async (caller, request) =>
    answerOne(await changeScimUser(parts, caller, pickUser(request), (before) => readUser(request.body, before))),
  )
  bind('PATCH', '/Users/:id', async (caller, request) => {
    const operations = readOperations(request.body)
    return answerOne(await changeScimUser(parts, caller, pickUser(request), (before) => patchUser(before, operations)))
  })
  bind('DELETE', '/Users/:id', async (caller, request) => {
    await deleteScimUser(parts, caller, pickUser(request))
    return { status: 204, body: null }
  })
}

function bindGroups(bind: Bind, parts: ScimParts): void {
  bind('GET', '/Groups', async (caller, request) => {
    const page = readPage(request, maxResults.groups)
    const { total, resources } = await searchScimGroups(parts, caller, page, wantsMembers(request))
    return {
      status: 200,
      body: describeList(
        resources.map((one) => chooseParts(request, one)),
        total,
        page.offset + 1,
      ),
    }
  })
  bind('POST', '/Groups', async (caller, { body }) => answerMade(await createScimGroup(parts, caller, readGroup(body))))
  bind('GET', '/Groups/:id', async (caller, request) =>
    answerOne(await readScimGroup(parts, caller, pickId(request), wantsMembers(request))),
  )
  bind('PUT', '/Groups/:id', async (caller, request) => {
    const group = readGroup(request.body)
    return answerOne(await changeScimGroup(parts, caller, pickGroup(request), () => group))
  })
  bind('PATCH', '/Groups/:id', async (caller, request) => {
    const operations = readOperations(request.body)
    return answerOne(
      await changeScimGroup(parts, caller, pickGroup(request), (before) => patchGroup(before, operations)),
    )
  })
  bind('DELETE', '/Groups/:id', async (caller, request) => {
    await deleteScimGroup(parts, caller, pickGroup(request))
    return { status: 204, body: null }
  })
}

function send(request: FastifyRequest, reply: FastifyReply, { status, body, resource }: Answered): FastifyReply {
  reply.code(status).header('cache-control', 'no-store').type(scimJson)
  if (body === null) return reply.send()
  if (resource !== undefined) {
    reply.header('etag', resource.meta.version)
    if (status === 201) reply.header('location', resource.meta.location)
    const isKnown = (request.headers['if-none-match'] ?? '')
      .split(',')
      .some((one) => one.trim() === resource.meta.version)
    if (request.method === 'GET' && isKnown) return reply.code(304).send()
  }
  return reply.send(JSON.stringify(resource === undefined ? body : chooseParts(request, resource)))
}

const answerOne = (resource: ScimResource): Answered => ({ status: 200, body: resource, resource })
const answerMade = (resource: ScimResource): Answered => ({ status: 201, body: resource, resource })

function describeList(resources: readonly unknown[], total: number, startIndex: number) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

/** Throws 404 for a malformed id; `shape` null: ids of any shape are fine. */
function pickId(request: FastifyRequest, shape: RegExp | null = uuid): string {
  const { id } = request.params as { readonly id: string }
  if (!isText(id) || (shape !== null && !shape.test(id))) throw refuseUnknown()
  return shape === null ? id : id.toLowerCase()
}

function pickUser(request: FastifyRequest) {
  return { userId: pickId(request), ifMatch: request.headers['if-match'] ?? null }
}

function pickGroup(request: FastifyRequest) {
  return { groupId: pickId(request), ifMatch: request.headers['if-match'] ?? null }
}

type Query = Readonly<Record<string, string | undefined>>

/** The parameters by their names in lower case. Throws for a repeated one. */
function readQuery(request: FastifyRequest): Query {
  const pairs = Object.entries(request.query as Readonly<Record<string, unknown>>)
  return Object.fromEntries(
    pairs.map(([name, value]) => {
      if (typeof value !== 'string' || !isText(value)) throw refuseScim('invalidValue', 'A parameter cannot be read.')
      return [name.toLowerCase(), value]
    }),
  )
}

function readPage(request: FastifyRequest, max: number): ListPage {
  const { filter, startindex, count } = readQuery(request)
  const offset = readCount(startindex, 1, 1_000_000_000) - 1
  return {
    filter: filter === undefined || filter === '' ? null : parseFilter(filter),
    offset: Math.max(0, offset),
    max: readCount(count, Math.min(100, max), max),
  }
}

/** RFC 7644: a negative number counts as zero. */
function readCount(text: string | undefined, otherwise: number, max: number): number {
  if (text === undefined || text === '') return otherwise
  if (!/^-?\d{1,20}$/.test(text)) throw refuseScim('invalidValue', 'A number cannot be read.')
  return Math.min(max, Math.max(0, Number(text)))
}

function chooseParts(request: FastifyRequest, resource: ScimResource): Readonly<Record<string, unknown>> {
  const { attributes, excludedattributes } = readQuery(request)
  return projectResource(resource, { attributes: attributes || null, excluded: excludedattributes || null })
}

/** Whether to answer the members of groups: there may be thousands. */
function wantsMembers(request: FastifyRequest): boolean {
  const { attributes, excludedattributes } = readQuery(request)
  const names = (list: string | undefined) => (list ?? '').split(',').map((one) => plainName(one.trim()).split('.')[0])
  return attributes ? names(attributes).includes('members') : !names(excludedattributes).includes('members')
}
