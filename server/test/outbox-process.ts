import { join, resolve } from 'node:path'
import { loadBrands } from '../src/brands/brand/load.ts'
import { startOutbox } from '../src/mailing/email/outbox.ts'
import { smtpTransport } from '../src/mailing/email/transport.ts'
import { loadDataKey } from '../src/platform/data-key.ts'
import { createDatabase } from '../src/platform/db/database.ts'
import { openPostgres } from '../src/platform/db/engine.ts'
import { createLogger } from '../src/platform/logger.ts'

// Processes a database's outbox, and nothing else, until it is killed: a separate process for tests.
const { DATA_DIR = '', DATABASE_URL = '', SMTP_URL = '' } = process.env
const database = createDatabase(openPostgres({ url: DATABASE_URL, poolSize: 2 }))
startOutbox({
  database,
  dataKey: loadDataKey({ configured: undefined, dataDir: DATA_DIR }),
  brands: loadBrands(join(resolve(import.meta.dirname, '../..'), 'brands')),
  transport: smtpTransport(SMTP_URL),
  logger: createLogger('silent'),
  defaultServicePhone: '1-800-555-0199',
  place: { ownOrigins: [], port: 8080 },
  leaseMs: 1_000,
  everyMs: 100,
  haste: 100,
})
// The worker's own timers do not keep a process alive.
setInterval(() => undefined, 60_000)
