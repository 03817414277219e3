import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { readStanding } from './site.ts'

/** Whether this is the real portal of its database, rather than a copy's; logs it if it is not (OP-6). */
export async function recognizeSite(
  database: Database,
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): Promise<boolean> {
  const { here, known, isReal } = await readStanding(database, config, new Date())
  if (!isReal)
    logger.warn(
      { here, known },
      'this is a copy of another portal: it sends no e-mail, takes no payment, orders no medicine and takes no nightly files; ' +
        'if it takes the place of the other one: npm run data -- adopt, then start it anew',
    )
  return isReal
}
