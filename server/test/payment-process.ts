import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { loadDataKey } from '../src/data-key.ts'
import { createDatabase } from '../src/db/database.ts'
import { openEmbedded, openPostgres } from '../src/db/engine.ts'
import { createEmailService } from '../src/email/service.ts'
import { createSandboxGateway } from '../src/gateway/sandbox.ts'
import type { MemberPrincipal } from '../src/http/principal.ts'
import { stableId } from '../src/imports/content.ts'
import { createLogger } from '../src/logger.ts'
import { runAutopay } from '../src/premium/autopay.ts'
import { pollPayments } from '../src/premium/looks.ts'
import { bindPaymentNotices } from '../src/premium/notices.ts'
import { createPayments } from '../src/premium/payments.ts'

// Starts a payment for every premium account of a member, receives notices and follows up on payments until all are settled: a
// separate process, which tests kill.
const {
  DATA_DIR = '',
  DATABASE_URL,
  GATEWAY_URL = '',
  GATEWAY_SECRET = '',
  MEMBER_ID = '',
  NOTICE_PORT = '',
} = process.env
const database = createDatabase(
  DATABASE_URL === undefined
    ? await openEmbedded({ dataDir: DATA_DIR })
    : openPostgres({ url: DATABASE_URL, poolSize: 6 }),
)
const logger = createLogger('silent')
const gateway = createSandboxGateway({ url: async () => GATEWAY_URL, secret: GATEWAY_SECRET, waitMs: 2_000 })
const payments = createPayments({ database, gateway, nameOf: () => 'Test Plan', logger })
const app = Fastify()
bindPaymentNotices(app, { database, gateway })
await app.listen({ port: Number(NOTICE_PORT), host: '127.0.0.1' })

const principal: MemberPrincipal = {
  memberId: MEMBER_ID,
  accountId: MEMBER_ID,
  loginId: 'TEST',
  role: 'MEMBER',
  brand: 'hmbcbs',
  sessionId: MEMBER_ID,
  actor: null,
  scopes: null,
}
const context = () => ({
  now: new Date(),
  language: 'en' as const,
  ownOrigin: 'http://portal.example',
  origin: { address: 'test', requestId: 'test' },
})
const accounts = await database.read
  .selectFrom('premium_account')
  .select('account_id')
  .where('member_id', '=', MEMBER_ID)
  .where('account_number', 'like', 'T-%')
  .execute()
// Each is started twice at once, as if someone had clicked twice.
const begin = async (accountId: string) => {
  const clientPaymentId = stableId('test payment', accountId)
  const body = { billingAccountId: accountId, amountCents: 1_000, clientPaymentId }
  const presses = [0, 1].map(() => payments.begin(principal, body, context() as never))
  await Promise.allSettled(presses)
}
const known = await database.read.selectFrom('premium_payment').select('account_id').execute()
const begun = new Set(known.map(({ account_id: id }) => id))
const fresh = accounts.filter(({ account_id: id }) => !begun.has(id))
const emails = createEmailService(loadDataKey({ configured: Buffer.alloc(32).toString('base64'), dataDir: '' }))
for (let at = 0; at < fresh.length; at += 5) {
  await Promise.all(fresh.slice(at, at + 5).map(({ account_id: id }) => begin(id)))
  await Promise.all([look(), payThemselves(), payThemselves()])
}
for (;;) {
  await payThemselves()
  await look()
  const { waiting } = await database.read
    .selectFrom('premium_payment')
    .select(({ fn }) => fn.countAll<string>().as('waiting'))
    .where('state', 'in', ['created', 'sent', 'pending', 'unknown'])
    .executeTakeFirstOrThrow()
  if (Number(waiting) === 0) break
  await pause(20)
}
await app.close()
await database.close()
process.stdout.write('settled\n')
process.exit(0)

/** As if two servers did it at once. */
async function payThemselves(): Promise<void> {
  await runAutopay({ database, emails, gateway: gateway.name }, new Date())
}

/** As if some time had passed, so that everything still waiting is followed up on. */
async function look(): Promise<void> {
  await database.read
    .updateTable('premium_payment')
    .set({ look_at: new Date(0) })
    .where('look_at', 'is not', null)
    .execute()
  await pollPayments({ database, payments }, new Date())
}
