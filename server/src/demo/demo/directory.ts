import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { FastifyBaseLogger } from 'fastify'
import { findLive } from '../../care/finder/importing.ts'
import { importDirectory } from '../../imports/imports/directory/run.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { ANCHOR } from './record.ts'

const files = ['providers.csv.gz', 'places.csv.gz', 'networks.csv.gz', 'place-networks.csv.gz']

/**
 * Imports the demo's directory like any plan's, with the days on which entries were confirmed moved so that the anchor is today. Does
 * nothing if one is loaded already. `max`: at most this many rows of each file, for tests.
 */
export async function loadDemoDirectory(
  database: Database,
  folder: string,
  parts: {
    readonly brands: ReadonlySet<string>
    readonly now: Date
    readonly max?: number
    readonly signal?: AbortSignal
  },
): Promise<void> {
  const { brands, now, max, signal } = parts
  if ((await findLive(database.read, '')) !== null) return
  const moved = Math.round((Date.parse(easternDay(now)) - Date.parse(ANCHOR)) / (24 * 60 * 60 * 1000))
  const options = { brand: null, brands, files, dryRun: false, now, findPoint: () => null, signal }
  await importDirectory(database, options, {
    rows: async function* (file) {
      const rows = parse(gunzipSync(readFileSync(join(folder, file)))) as string[][]
      const verified = rows[0]?.indexOf('verified_on') ?? -1
      for (const [at, cells] of rows.slice(0, max === undefined ? undefined : max + 1).entries()) {
        const day = cells[verified]
        if (at > 0 && day !== undefined) cells[verified] = isoDayAfter(day, moved)
        yield { line: at + 1, cells }
      }
    },
    progress: () => {},
    reject: ({ file, line, path, reason }) => {
      throw new Error(`demo/directory/${file}:${line}: ${path}: ${reason}`)
    },
  })
}

/** Loads the directory while the server is already answering, and stops when the server stops. */
export function createDemoDirectory(parts: {
  readonly database: Database
  readonly brands: ReadonlySet<string>
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}) {
  const { database, brands, logger } = parts
  const stopping = new AbortController()
  let loading: Promise<void> = Promise.resolve()
  return {
    begin: () => {
      const folder = resolve(import.meta.dirname, '../../../../demo/directory')
      loading = loadDemoDirectory(database, folder, { brands, now: new Date(), signal: stopping.signal }).catch(
        (error: unknown) => {
          if (!stopping.signal.aborted) logger.warn({ error }, 'the directory of the demo was not loaded')
        },
      )
      return loading
    },
    stop: async () => {
      stopping.abort()
      await loading
    },
  }
}
