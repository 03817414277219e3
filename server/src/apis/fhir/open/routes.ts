import { hash } from 'node:crypto'
import type { OpenTypes } from '@portico/contract/fhir/type'
import { toNetwork } from '@portico/rules/identity/network'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WorkBudget } from '../../../platform/limits/work-budget.ts'
import { listPairs } from '../member/search-statement.ts'
import type { Places } from '../places.ts'
import {
  checkNoQuery,
  detectForm,
  findNamed,
  isKnown,
  maxBody,
  readQuery,
  refuseChange,
  sendPublic,
} from '../request.ts'
import { createOpenApi } from './api.ts'
import { describeOpenApi } from './metadata.ts'
import type { OpenSource } from './source.ts'

/** A public API of each brand. */
export interface OpenServer {
  readonly name: string
  readonly what: string
  readonly types: OpenTypes
  readonly source: OpenSource
}

/** Serves everyone without a token, cacheably. */
export function bindOpen(
  app: FastifyInstance,
  { work, places }: { readonly work: WorkBudget; readonly places: Places },
  { name, what, types, source }: OpenServer,
): void {
  const [path, api] = [`/fhir/:brand/${name}`, createOpenApi(types, source)]
  const readOpenCall = (request: FastifyRequest) => {
    const { brand, plan } = places.toPlace(request)
    return { brand, plan, base: `${places.buildOrigin(request)}/fhir/${brand}/${name}`, now: new Date() }
  }
  // Limited, because anyone may ask, and a search for a rare match takes a while.
  const spend = (request: FastifyRequest, answer: () => Promise<string>) =>
    work.spend({ kind: 'address', whose: toNetwork(request.ip) }, answer)
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
  app.all(path, refuseChange)
  app.all(`${path}/*`, refuseChange)
}
