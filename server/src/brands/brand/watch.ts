import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type Job, startJob } from '../../platform/job.ts'
import { type ConfiguredBrands, loadConfiguredBrands } from './configured.ts'
import { replaceBrands } from './live-brands.ts'
import type { LoadedBrand } from './load.ts'

const lookMs = 1_000

/**
 * Takes up changes of the brands beside the program while the server runs (BR-8), on every instance by itself. A folder that is broken keeps
 * its brand as it was, and so does one that is gone until the next start: people are signed in there.
 */
export function startWatchingBrands(parts: {
  readonly brands: Map<string, LoadedBrand>
  readonly config: ConfiguredBrands & { readonly brandsDir: string }
  /** Called when they have changed. */
  readonly publish: () => Promise<void>
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
}): Job {
  const { brands, config, publish, logger } = parts
  // Read once more after the start: they may have changed since they were read for it.
  let taken = ''
  let seen = ''
  return startJob({
    run: async () => {
      const now = describeFiles(config.brandsDir)
      // Only once it has stopped changing: files are copied one after another.
      const isSettled = now === seen
      seen = now
      if (!isSettled || now === taken) return
      taken = now
      takeUp(parts)
      await publish()
      logger.info({ brands: brands.size }, 'brands: the folder of BRANDS_DIR has changed, and was read again')
    },
    firstMs: lookMs,
    everyMs: lookMs,
    logger,
    failed: 'brands: the folder of BRANDS_DIR could not be read again, tried again soon',
  })
}

function takeUp({ brands, config, logger }: Parameters<typeof startWatchingBrands>[0]): void {
  const broken = new Set<string>()
  const next = new Map(
    loadConfiguredBrands(config, (message, code) => {
      broken.add(code)
      logger.warn(message)
    }),
  )
  for (const [code, one] of brands) if (broken.has(code) || !next.has(code)) next.set(code, one)
  replaceBrands(brands, next)
}

/** Differs once any file of a brand does. */
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
