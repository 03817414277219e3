import { createHash } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import { openApi } from '../http/openapi.ts'
import { createWriteCheck } from './write-check.ts'

/** Tells anyone which server answers, and nothing else. */
export function hashInstance(instanceId: string): string {
  return createHash('sha256').update(instanceId).digest('hex').slice(0, 16)
}

/** The portal's interface version (CO-4); our own version stands next to it. */
const interfaceVersion = '2.0-20131008'

export function bindSystem(
  app: FastifyInstance,
  parts: {
    readonly database: Database
    readonly instanceId: string | null
    readonly version: string
    readonly production: boolean
    readonly draining: AbortSignal
  },
): void {
  const instance = parts.instanceId === null ? {} : { instance: hashInstance(parts.instanceId) }
  app.get('/version', async () => ({ interfaceVersion, version: parts.version, ...instance }))
  app.get('/health/live', async () => ({ status: 'live' }))
  const tryWriting = createWriteCheck(parts.database, parts.instanceId)
  app.get('/health/ready', async () => {
    if (parts.draining.aborted) throw new CallError('UNAVAILABLE')
    try {
      await tryWriting()
      return { status: 'ready' }
    } catch {
      throw new CallError('UNAVAILABLE')
    }
  })
  if (parts.production) return
  let document: ReturnType<typeof openApi> | undefined
  app.get('/openapi.json', async () => {
    document ??= openApi(Object.entries(calls), parts.version)
    return document
  })
}
