import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { createObjectStorage } from '../../platform/storage/object-storage.ts'
import { createDatabaseStorage } from './database-store.ts'
import { createClamdScanner } from './scanner.ts'
import { createScans } from './scans.ts'
import { type AttachmentService, createAttachmentService } from './service.ts'
import { createSweep } from './sweep.ts'
import { createUploads } from './upload.ts'
import { startAttachmentWorker } from './worker.ts'

/** Files of messages (MC-4): where they are stored, who scans them, and who cleans up. */
export interface Attachments {
  readonly service: AttachmentService
  stop(): Promise<void>
}

export function createAttachments(parts: {
  readonly database: Database
  readonly config: Pick<Config, 'scanning' | 'objectStore' | 'attachmentWorkMs'>
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}): Attachments {
  const { database, config, logger } = parts
  const { clamd, waitMs, timeoutMs } = config.scanning
  const storage = config.objectStore ? createObjectStorage(config.objectStore) : createDatabaseStorage(database)
  const sweep = createSweep(database, storage)
  const scans =
    clamd &&
    createScans({
      database,
      storage,
      sweep,
      timeoutMs,
      scanner: createClamdScanner(clamd, timeoutMs),
      warn: (err) => logger.warn({ err }, 'an attachment was not scanned, tried again soon'),
    })
  if (scans === null)
    logger.warn(
      'attachments are not scanned for viruses, only checked by name and content: set CLAMD to have them scanned',
    )
  const warn = (err: unknown) =>
    logger.warn({ err }, 'an attachment could not be scanned or cleaned up, tried again soon')
  const uploads = createUploads({ database, storage, scans, sweep, waitMs, warn })
  const worker = startAttachmentWorker({ scans, sweep, logger, everyMs: config.attachmentWorkMs })
  return {
    service: createAttachmentService({ database, storage, uploads, scans, sweep, warn }),
    stop: worker.stop,
  }
}
