import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { freshDatabase } from './portal.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import type { Stall } from './watchdog.ts'

/** The real server with the demo people in a separate process, which records when a call blocks its event loop. */
export interface WatchedServer {
  readonly origin: string
  /** Address of its database, if another process can reach it. */
  readonly databaseUrl: string | null
  /** What blocked the event loop for 40 units of work or more since the last time this was called. */
  stalls(): Promise<readonly Stall[]>
  close(): Promise<void>
}

/** Makes a server record it. */
export const watching = { preload: join(import.meta.dirname, 'watchdog.ts') } as const

/** What blocked the event loop of a server that records it, since the last time this was called. */
export async function takeStalls(server: ServerProcess): Promise<readonly Stall[]> {
  const found = await askFor(server, 'tell')
  await askFor(server, 'forget')
  return found
}

/**
 * What some work blocks whenever it is done alone, tried three times: empty as soon as one try blocks nothing, as then the time was spent
 * on something else.
 */
export async function stallsAlone(
  stalls: () => Promise<readonly Stall[]>,
  work: () => Promise<unknown>,
): Promise<readonly Stall[]> {
  let found: readonly Stall[] = []
  for (let tries = 0; tries < 3; tries += 1) {
    await stalls()
    await work()
    found = await stalls()
    if (found.length === 0) break
  }
  return found
}

export async function startWatchedServer(environment: Record<string, string> = {}): Promise<WatchedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-watched-'))
  const onPostgres = process.env.PORTICO_TEST_ENGINE === 'postgres'
  if (!onPostgres) cpSync(inject('seeded'), dataDir, { recursive: true })
  const databaseUrl = onPostgres ? await freshDatabase({ seeded: true }) : null
  const server = await startServer(
    { DATA_DIR: dataDir, DEMO: '1', ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...environment },
    watching,
  )
  await askFor(server, 'forget')
  return {
    origin: server.origin,
    databaseUrl,
    stalls: () => takeStalls(server),
    close: async () => {
      await server.kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function askFor({ child }: ServerProcess, what: 'tell' | 'forget'): Promise<readonly Stall[]> {
  const told = once(child, 'message')
  child.send(what)
  const [stalls] = (await told) as [readonly Stall[]]
  return stalls
}
