import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { DataKey } from './data-key.ts'
import type { Database } from './db/database.ts'
import type { Gateway } from './gateway/port.ts'
import { loadHolidays } from './holidays.ts'
import { createLimits } from './limits/limits.ts'
import { createPdfMaker, type PdfMaker } from './pdf/makers.ts'

/** What the platform receives from the application. */
export interface GroundDeps {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  readonly database: Database
  readonly dataKey: DataKey
  readonly contentDir: string
  readonly version: string
  /** Takes payments of premiums (MP-19); null: payments are off. */
  readonly gateway: Gateway | null
}

export type Ground = ReturnType<typeof createGround>

/** The base of every wing: the application's dependencies, and what is created from them once. */
export function createGround(app: FastifyInstance, deps: GroundDeps) {
  const { config, logger, database, dataKey, contentDir, version, gateway } = deps
  return {
    ...{ app, config, logger, database, dataKey, contentDir, version, gateway },
    defaultServicePhone: config.defaultServicePhone,
    lifetimes: { idleS: config.sessionIdleS, maxS: config.sessionMaxS },
    limits: createLimits(database),
    holidays: loadHolidays(contentDir),
    /** Threads that make documents, at most `max` at a time; they end with the application. */
    startPdfMaker<Job>(thread: URL, max: number): PdfMaker<Job> {
      const maker = createPdfMaker<Job>(thread, max)
      app.addHook('onClose', () => maker.close())
      return maker
    },
  }
}
