import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { DataKey } from './data-key.ts'
import type { Database } from './db/database.ts'
import type { Gateway } from './gateway/port.ts'
import { loadHolidays } from './holidays.ts'
import { createLimits } from './limits/limits.ts'
import { type Bounds, createJobThreads, type JobThreads } from './threads/job-threads.ts'

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
    /** Threads that do jobs, at most `max` at a time; they end with the application. */
    startJobThreads<Job, Made = Uint8Array>(thread: URL, max: number, bounds?: Bounds): JobThreads<Job, Made> {
      const threads = createJobThreads<Job, Made>(thread, max, bounds)
      app.addHook('onClose', () => threads.close())
      return threads
    },
  }
}
