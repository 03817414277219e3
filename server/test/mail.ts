import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { loadBrands } from '../src/brands/brand/load.ts'
import { startOutbox } from '../src/mailing/email/outbox.ts'
import { smtpTransport } from '../src/mailing/email/transport.ts'
import { loadDataKey } from '../src/platform/data-key.ts'
import { createLogger } from '../src/platform/logger.ts'
import type { Portal } from './portal.ts'
import { type Smtp, startSmtp } from './smtp.ts'

interface Mail {
  readonly smtp: Smtp
  close(): Promise<void>
}

/** Sends a portal's e-mails to its own mail server as soon as they are written. */
export async function startMail(portal: Portal): Promise<Mail> {
  const smtp = await startSmtp()
  const outbox = startOutbox({
    database: portal.database,
    dataKey: loadDataKey({ configured: undefined, dataDir: portal.dataDir }),
    brands: loadBrands(join(resolve(import.meta.dirname, '../..'), 'brands')),
    transport: smtpTransport(smtp.url),
    logger: createLogger('silent'),
    defaultServicePhone: '1-800-555-0199',
    place: { ownOrigins: ['https://secure.highmark.example'], port: 443 },
    everyMs: 50,
  })
  return {
    smtp,
    close: async () => {
      await outbox.stop()
      await smtp.close()
    },
  }
}

/** The mail of a test file's portal: everything received, from before the first test until after the last. */
export function testMail(portal: Portal): Pick<Smtp, 'received'> {
  let mail: Mail | null = null
  beforeAll(async () => {
    mail = await startMail(portal)
  })
  afterAll(() => mail?.close())
  return {
    get received() {
      return mail?.smtp.received ?? []
    },
  }
}

/** Waits until nothing more is on its way to someone: what was asked for earlier may still arrive. */
export async function untilNoMailWaits({ database }: Portal, to: string): Promise<void> {
  const waiting = database.read
    .selectFrom('outbox')
    .select('email_id')
    .where((eb) => eb.and({ recipient: to, state: 'waiting' }))
  await expect.poll(async () => (await waiting.execute()).length).toBe(0)
}
