import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { startDayEdges } from './day-edges.ts'
import { startHandOver } from './handover/server.ts'
import { startInbox } from './inbox/inbox.ts'
import { createImportLine } from './line.ts'
import { startPublishing } from './publish-stored.ts'
import { startSensitivityReview } from './sensitive/review.ts'
import { startTakingWaiting } from './x12/claims/waiting.ts'
import { startUndoing } from './x12/undo.ts'

export interface Imports {
  /** Ends the current import after its batch. */
  stop(): Promise<void>
}

/**
 * The server's imports: files of a watched folder, and jobs from the command if this server holds the database itself. Each day, it also
 * derives what earlier files say about that day, and judges which stored data is sensitive.
 */
export async function startImports(parts: {
  readonly config: Pick<
    Config,
    'dataDir' | 'dataKey' | 'importDir' | 'importLookMs' | 'importMemoryMb' | 'x12KeepDays' | 'x12WaitDays'
  >
  readonly database: Database
  readonly brands: ReadonlySet<string>
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
}): Promise<Imports> {
  const { config, ...rest } = parts
  const { dataDir, dataKey: configured, importDir: folder, importLookMs: lookMs, x12KeepDays: days } = config
  const keep = days === 0 ? null : { configured, dataDir, days }
  const shared = { ...rest, memoryMb: config.importMemoryMb, keep, line: createImportLine() }
  const { database, logger } = parts
  const started: Imports[] = [
    startDayEdges({ database, logger }),
    startSensitivityReview({ database, logger }),
    startPublishing({ database, logger }),
    startTakingWaiting({ database, logger, days: config.x12WaitDays }),
    startUndoing({ database, logger }),
  ]
  if (parts.database.kind === 'embedded') started.push(await startHandOver({ ...shared, dataDir }))
  if (folder !== null) started.push(await startInbox({ ...shared, folder, lookMs }))
  return {
    stop: async () => {
      await Promise.all(started.map((one) => one.stop()))
    },
  }
}
