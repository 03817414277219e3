import { calls } from '@portico/contract/calls'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import { openApi } from '../http/openapi.ts'

/** The portal's interface version (CO-4); our own version is given next to it. */
const interfaceVersion = '2.0-20131008'

export function bindSystem(
  app: FastifyInstance,
  parts: { readonly database: Database; readonly version: string; readonly production: boolean },
): void {
  app.get('/version', async () => ({ interfaceVersion, version: parts.version }))
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async () => {
    try {
      await sql`select 1`.execute(parts.database.read)
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
