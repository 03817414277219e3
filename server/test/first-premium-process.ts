import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { loadDataKey } from '../src/data-key.ts'
import { createDatabase } from '../src/db/database.ts'
import { openEmbedded, openPostgres } from '../src/db/engine.ts'
import { createEmailService } from '../src/email/service.ts'
import { createSandboxGateway } from '../src/gateway/sandbox.ts'
import { stableId } from '../src/imports/content.ts'
import { createLogger } from '../src/logger.ts'
import { createFirstPremiums } from '../src/premium/first-premium.ts'
import { pollPayments } from '../src/premium/looks.ts'
import { bindPaymentNotices } from '../src/premium/notices.ts'
import { createPayments } from '../src/premium/payments.ts'
import { effectuate } from '../src/shop/effectuate.ts'
import { createPayFirst } from '../src/shop/first-payment.ts'

// Pays the first premium of every application, receives notices, follows up on payments and effectuates until all coverage is set
// up: a separate process, which tests kill.
const { DATA_DIR = '', DATABASE_URL, GATEWAY_URL = '', GATEWAY_SECRET = '', NOTICE_PORT = '' } = process.env
const database = createDatabase(
  DATABASE_URL === undefined
    ? await openEmbedded({ dataDir: DATA_DIR })
    : openPostgres({ url: DATABASE_URL, poolSize: 6 }),
)
const dataKey = loadDataKey({ configured: undefined, dataDir: DATA_DIR })
const gateway = createSandboxGateway({ url: async () => GATEWAY_URL, secret: GATEWAY_SECRET, waitMs: 2_000 })
const payments = createPayments({ database, gateway, nameOf: () => 'Test Plan', logger: createLogger('silent') })
const limits = { useTicket: <T>(_address: string, _now: Date, work: () => Promise<T>) => work() }
const payFirst = createPayFirst({
  database,
  limits: limits as never,
  firstPremiums: createFirstPremiums({ database, payments }),
})
const app = Fastify()
bindPaymentNotices(app, { database, gateway })
await app.listen({ port: Number(NOTICE_PORT), host: '127.0.0.1' })

const context = () => ({
  now: new Date(),
  language: 'en' as const,
  ownOrigin: 'http://portal.example',
  origin: { address: 'test', requestId: 'test' },
})
for (;;) {
  const open = await database.read
    .selectFrom('shop_application')
    .select(['enrollment_id', 'application_number', 'state'])
    .where('state', '!=', 'effectuated')
    .execute()
  if (open.length === 0) break
  for (const { enrollment_id: enrollmentId, application_number: number, state } of open) {
    if (state !== 'pending') continue
    const { tries } = await database.read
      .selectFrom('premium_payment')
      .select(({ fn }) => fn.countAll<string>().as('tries'))
      .where('enrollment_id', '=', enrollmentId)
      .where('state', 'in', ['failed', 'expired'])
      .executeTakeFirstOrThrow()
    // Each is started twice at once, as if someone had clicked twice, and under two names, as from two devices.
    const body = (name: string) => ({
      ticket: `ticket ${number}`,
      market: 'under65' as const,
      clientPaymentId: stableId(name, `${enrollmentId} ${tries}`),
    })
    const presses = ['one', 'one', 'other'].map((name) => payFirst(body(name), context() as never))
    await Promise.allSettled(presses)
  }
  // As if some time had passed, so that everything still waiting is followed up on.
  await database.read
    .updateTable('premium_payment')
    .set({ look_at: new Date(0) })
    .where('look_at', 'is not', null)
    .execute()
  await pollPayments({ database, payments }, new Date())
  await effectuate({ database, dataKey, emails: createEmailService(dataKey) }, new Date())
  await pause(20)
}
await app.close()
await database.close()
process.stdout.write('settled\n')
process.exit(0)
