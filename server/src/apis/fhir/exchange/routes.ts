import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { listPairs } from '../member/search-statement.ts'
import { FhirError, fhirJson, notFound } from '../outcome.ts'
import { readJsonBody } from '../read-json-body.ts'
import { askForAttributed } from './attribute-store.ts'
import { acceptWork, doAudited, type ExchangeParts, readParam, readSystemCall, requireWork } from './calls.ts'
import { listBodyPairs, readExportRequest } from './export-request.ts'
import { readGroup, requireGroup, searchGroups } from './groups.ts'
import { nameWorkKey } from './job.ts'
import { buildManifest } from './manifest.ts'
import { sealAsked } from './match-run.ts'
import { readBundles, readSingle } from './member-bundle.ts'
import { openFile } from './open-file.ts'
import { newWorkKey } from './sealed-chunk.ts'
import { matchSingle } from './single-match.ts'
import { dropWork } from './work-store.ts'

const root = '/fhir/:brand/r4'
/** For a thousand members with their coverages and consents. */
const maxBody = 8 * 1024 * 1024

/** Requests from providers' and other plans' systems (OS-26, OS-50 to OS-54). */
export async function bindExchange(app: FastifyInstance, parts: ExchangeParts): Promise<void> {
  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      ['application/json', 'application/fhir+json'],
      { parseAs: 'buffer', bodyLimit: maxBody },
      (_request, body, done) => {
        try {
          done(null, readJsonBody(body as Buffer))
        } catch (error) {
          done(error as Error)
        }
      },
    )
    bindMatches(routes, parts)
    bindGroups(routes, parts)
    bindWorks(routes, parts)
  })
}

function bindMatches(routes: FastifyInstance, parts: ExchangeParts): void {
  routes.post(`${root}/Patient/$member-match`, { bodyLimit: maxBody }, async (request, reply) => {
    const call = await readSystemCall(parts, request)
    return send(reply, await matchSingle(parts, readSingle(request.body), call))
  })
  for (const [name, kind] of [
    ['$bulk-member-match', 'payer'],
    ['$provider-member-match', 'provider'],
  ] as const)
    routes.post(`${root}/Group/${name}`, { bodyLimit: maxBody }, async (request, reply) => {
      const call = await readSystemCall(parts, request)
      if (call.access.organization.kind !== kind)
        throw new FhirError(403, 'forbidden', 'This is for another kind of organization.')
      const bundles = readBundles(request.body)
      const [workId, key] = [newId(), newWorkKey()]
      const wanted = { base: call.base, types: [], since: null, until: null, filters: [], members: null }
      const asked = sealAsked(key, workId, bundles)
      return acceptWork(parts, reply, call, {
        ...{ workId, key, kind: 'match', groupId: null, request: wanted, asked, members: bundles.length },
      })
    })
}

function bindGroups(routes: FastifyInstance, parts: ExchangeParts): void {
  const { database, dataKey } = parts
  routes.get(`${root}/Group`, async (request, reply) => {
    const call = await readSystemCall(parts, request)
    const { access, base, now } = call
    const workId = newId()
    const key = dataKey.seal(newWorkKey(), nameWorkKey(workId))
    const found = await doAudited(parts, call, { action: 'exchange.groups', recordId: null }, async (tx) => {
      await askForAttributed(tx, access, { workId, key }, now)
      return searchGroups(tx, access, base, now)
    })
    return send(reply, found)
  })
  routes.get(`${root}/Group/:id`, async (request, reply) => {
    const call = await readSystemCall(parts, request)
    const { access, now } = call
    const recordId = readParam(request, 'id')
    const read = (tx: Tx) => readGroup(tx, access, recordId, now)
    return send(reply, await doAudited(parts, call, { action: 'exchange.group', recordId }, read))
  })
  for (const name of ['$export', '$davinci-data-export']) {
    routes.get(`${root}/Group/:id/${name}`, beginExport)
    routes.post(`${root}/Group/:id/${name}`, { bodyLimit: maxBody }, beginExport)
  }

  async function beginExport(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const call = await readSystemCall(parts, request)
    const { access, now } = call
    if (!request.headers.prefer?.includes('respond-async'))
      throw new FhirError(400, 'not-supported', 'An export needs the header Prefer: respond-async.')
    const { group_id: groupId, size: members } = await requireGroup(
      database.read,
      access,
      readParam(request, 'id'),
      now,
    )
    const pairs = [...listPairs(request.query), ...listBodyPairs(request.body)]
    const asked = readExportRequest(pairs, access.scopes, call)
    const made = { workId: newId(), key: newWorkKey(), kind: 'export', groupId, asked: [] } as const
    return acceptWork(parts, reply, call, { ...made, request: asked, members })
  }
}

function bindWorks(routes: FastifyInstance, parts: ExchangeParts): void {
  const { database, dataKey } = parts
  routes.get(`${root}/exports/:id`, async (request, reply) => {
    const call = await readSystemCall(parts, request)
    const work = await requireWork(parts, request, call)
    if (work.state === 'failed') throw new FhirError(500, 'exception', 'It could not be made. Ask again.')
    const { walked, members } = work.progress
    if (work.state === 'waiting')
      return reply
        .code(202)
        .headers({ 'x-progress': `${walked} of ${members} members`, 'retry-after': 5 })
        .send()
    reply.header('expires', work.ends_at.toUTCString())
    const manifest = await buildManifest(database, work, `${call.base}/exports/${work.work_id}`)
    return send(reply, manifest, 'application/json')
  })
  routes.delete(`${root}/exports/:id`, async (request, reply) => {
    const call = await readSystemCall(parts, request)
    const { work_id: recordId } = await requireWork(parts, request, call)
    await doAudited(parts, call, { action: 'exchange.cancel', recordId }, (tx) => dropWork(tx, recordId))
    return reply.code(202).send()
  })
  routes.get(`${root}/exports/:id/files/:file`, async (request, reply) => {
    const call = await readSystemCall(parts, request)
    const work = await requireWork(parts, request, call)
    const file = readParam(request, 'file')
    if (work.state !== 'done' || !/^\d{1,6}$/.test(file)) throw notFound()
    const key = dataKey.open(work.key, nameWorkKey(work.work_id))
    const taken = { work, key, file: Number(file), organization: call.access.organization }
    const content = await openFile(database, taken)
    await doAudited(parts, call, { action: 'exchange.download', recordId: work.work_id }, async () => undefined)
    return reply.header('cache-control', 'no-store').type('application/fhir+ndjson').send(content)
  })
}

function send(reply: FastifyReply, text: string, type = fhirJson): FastifyReply {
  return reply.header('cache-control', 'no-store').type(type).send(text)
}
