import { setTimeout as pause } from 'node:timers/promises'
import { payPremium } from '@portico/contract/calls/premium'
import { payFirstPremium } from '@portico/contract/calls/shop'
import Fastify from 'fastify'
import { createCatalogues } from '../src/brands/plans/catalogue.ts'
import { createEmailService } from '../src/mailing/email/service.ts'
import { loadDataKey } from '../src/platform/data-key.ts'
import { createDatabase } from '../src/platform/db/database.ts'
import { openPostgres } from '../src/platform/db/engine.ts'
import { createSandboxGateway } from '../src/platform/gateway/sandbox.ts'
import { createBareContext } from '../src/platform/http/context.ts'
import type { MemberPrincipal } from '../src/platform/http/principal.ts'
import { type AuditedCall, type CallInput, runStages, type Staged } from '../src/platform/http/stages.ts'
import { createLogger } from '../src/platform/logger.ts'
import { stableId } from '../src/platform/versions/content.ts'
import { runAutopay } from '../src/sales/premium/autopay.ts'
import { createFirstPremiums } from '../src/sales/premium/first-premium.ts'
import { bindPaymentNotices } from '../src/sales/premium/notices.ts'
import { createPayments } from '../src/sales/premium/payments.ts'
import { pollPayments } from '../src/sales/premium/polling.ts'
import { effectuate } from '../src/sales/shop/effectuate.ts'
import { payFirst } from '../src/sales/shop/first-payment.ts'

// Pays every premium account of a member and the first premium of every application, receives notices, follows up on payments and
// effectuates, until all are settled and all coverage is set up: a separate process, which tests kill.
const {
  DATABASE_URL = '',
  DATA_KEY,
  GATEWAY_URL = '',
  GATEWAY_SECRET = '',
  MEMBER_ID = '',
  NOTICE_PORT = '',
} = process.env
const database = createDatabase(openPostgres({ url: DATABASE_URL, poolSize: 6 }))
const dataKey = loadDataKey({ configured: DATA_KEY, dataDir: '' })
const emails = createEmailService(dataKey)
const gateway = createSandboxGateway({ url: async () => GATEWAY_URL, secret: GATEWAY_SECRET, waitMs: 2_000 })
const payments = createPayments({ database, gateway, findBrandName: () => 'Test Plan', logger: createLogger('silent') })
const limits = { useTicket: <T>(_address: string, _now: Date, work: () => Promise<T>) => work() }
const first = payFirst({
  database,
  limits: limits as never,
  dataKey,
  catalogues: createCatalogues(database),
  firstPremiums: createFirstPremiums({ database, payments }),
})
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
/** Makes a call as the binder does. */
const make = <C extends AuditedCall>(
  call: C,
  stages: unknown,
  sent: { readonly principal: unknown; readonly body: unknown },
) =>
  runStages(
    database,
    { call, audit: call.audit },
    stages as Staged<C>,
    sent as CallInput<C>,
    createBareContext({
      ...{ now: new Date(), language: 'en', origin: { address: 'test', requestId: 'test' } },
      ...{ principal: sent.principal as never, ownOrigin: 'http://portal.example' },
    }),
  )
const accounts = await database.read
  .selectFrom('premium_account as a')
  .select('account_id')
  .where('member_id', '=', MEMBER_ID)
  .where('account_number', 'like', 'T-%')
  .where(({ exists, not, selectFrom }) =>
    not(exists(selectFrom('premium_payment as p').select('payment_id').whereRef('p.account_id', '=', 'a.account_id'))),
  )
  .execute()
for (let settled = false; !settled; ) {
  const begun = accounts.splice(0, 5).map(({ account_id: id }) => begin(id))
  await Promise.all([...begun, ...(await listPendingApplications()).map(beginFirst)])
  await Promise.all([look(), payThemselves(), payThemselves(), effectuate({ database, dataKey, emails }, new Date())])
  settled = accounts.length === 0 && (await countWaiting()) === 0
  if (!settled) await pause(20)
}
await app.close()
await database.close()
process.stdout.write('settled\n')
process.exit(0)

/** Started twice at once, as if someone had clicked twice. */
async function begin(accountId: string): Promise<void> {
  const clientPaymentId = stableId('test payment', accountId)
  const body = { billingAccountId: accountId, amountCents: 1_000, clientPaymentId }
  const pay = () => make(payPremium, payments.begin, { principal, body })
  await Promise.allSettled([pay(), pay()])
}

function listPendingApplications() {
  return database.read
    .selectFrom('shop_application')
    .select(['enrollment_id', 'application_number'])
    .select(({ selectFrom, fn }) =>
      selectFrom('premium_payment')
        .select(fn.countAll<string>().as('tries'))
        .whereRef('premium_payment.enrollment_id', '=', 'shop_application.enrollment_id')
        .where('state', 'in', ['failed', 'expired'])
        .as('tries'),
    )
    .where('state', '=', 'pending')
    .execute()
}

/** Started twice at once, as if someone had clicked twice, and under two names, as from two devices. */
async function beginFirst(application: Awaited<ReturnType<typeof listPendingApplications>>[number]): Promise<void> {
  const { enrollment_id: id, application_number: number, tries } = application
  const body = (name: string) => ({
    ticket: `ticket ${number}`,
    market: 'under65' as const,
    clientPaymentId: stableId(name, `${id} ${tries}`),
  })
  const pay = (name: string) => make(payFirstPremium, first, { principal: null, body: body(name) })
  await Promise.allSettled(['one', 'one', 'other'].map(pay))
}

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

/** How many payments and applications are not where they end. */
async function countWaiting(): Promise<number> {
  const [payments, applications] = await Promise.all([
    database.read
      .selectFrom('premium_payment')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .where('state', 'in', ['created', 'sent', 'pending', 'unknown'])
      .executeTakeFirstOrThrow(),
    database.read
      .selectFrom('shop_application')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .where('state', '!=', 'effectuated')
      .executeTakeFirstOrThrow(),
  ])
  return payments.all + applications.all
}
