import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { type Job, startJob } from '../../platform/job.ts'
import { type ConfiguredBrands, loadConfiguredBrands } from './configured.ts'
import { describeKept, listKeptBrands } from './kept-store.ts'
import { replaceBrands } from './live-brands.ts'
import type { KeptBrand, LoadedBrand } from './load.ts'

const lookMs = 1_000

interface WatchParts {
  readonly brands: Map<string, LoadedBrand>
  readonly config: ConfiguredBrands
  readonly database: Database
  /** Called after a change. */
  readonly publish: () => Promise<void>
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/**
 * Loads changes of brands in the console and in the folder outside the program while the server runs (BR-8), on each instance
 * independently. An invalid brand stays as it was, and a deleted brand stays until the next start: people are signed in there.
 */
export function startWatchingBrands(parts: WatchParts): Job {
  const { brands, config, database, publish, logger } = parts
  // Read again after the start: they may have changed since the first read.
  let taken = ''
  let seen = ''
  return startJob({
    run: async () => {
      const files = config.brandsDir === undefined ? '' : describeFiles(config.brandsDir)
      const now = `${files}\n${await describeKept(database.read)}`
      // Only once they have stopped changing: files are copied one after another.
      const isSettled = now === seen
      seen = now
      if (!isSettled || now === taken) return
      takeUp(parts, await listKeptBrands(database.read))
      taken = now
      await publish()
      logger.info({ brands: brands.size }, 'brands: they have changed, and were read again')
    },
    firstMs: lookMs,
    everyMs: lookMs,
    logger,
    failed: 'brands: they could not be read again, tried again soon',
  })
}

function takeUp({ brands, config, logger }: WatchParts, kept: readonly KeptBrand[]): void {
  const broken = new Set<string>()
  const warn = (message: string, code: string) => {
    broken.add(code)
    logger.warn(message)
  }
  const next = new Map(loadConfiguredBrands(config, warn, kept))
  for (const [code, one] of brands) if (broken.has(code) || !next.has(code)) next.set(code, one)
  replaceBrands(brands, next)
}

/** Changes whenever any file of a brand does. */
function describeFiles(dir: string): string {
  const folders = readdirSync(dir, { withFileTypes: true }).filter(
    (one) => one.isDirectory() && !one.name.startsWith('.'),
  )
  return folders
    .flatMap(({ name }) => readdirSync(join(dir, name)).map((file) => join(dir, name, file)))
    .sort()
    .map((path) => {
      const { mtimeMs, size } = statSync(path)
      return `${path} ${mtimeMs} ${size}`
    })
    .join('\n')
}
