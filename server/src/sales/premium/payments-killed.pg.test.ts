import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { freePort } from '../../../../tools/postgres.ts'
import { readByLogin } from '../../../test/accounts.ts'
import { childEnvironment, childFlags } from '../../../test/child-environment.ts'
import { type Fault, startFaultyGateway } from '../../../test/faulty-gateway.ts'
import { freshDatabase, sandboxSecret } from '../../../test/portal.ts'
import { type Sandbox, startSandbox } from '../../demo/gateway-sandbox/server.ts'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { runJob } from '../../imports/imports/job.ts'
import { loadDataKey } from '../../platform/data-key.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'
import { createDatabase, type Database } from '../../platform/db/database.ts'
import { openPostgres } from '../../platform/db/engine.ts'
import { createSandboxGateway, sandboxSignature } from '../../platform/gateway/sandbox.ts'
import { keepApplication } from '../shop/store.ts'
import { compareBank } from './bank.ts'
import { compare } from './check.ts'
import { noticePath } from './notices.ts'

/** Accounts that people pay by hand; `PORTICO_PAYMENTS=1000` tries many. */
const count = Number(process.env.PORTICO_PAYMENTS ?? 30)
/** Further accounts, with automatic payments. */
const autoCount = Math.ceil(count / 3)
/** How many applications pay their first premium, and how much it is. */
const [firstCount, firstCents] = [Math.ceil(count / 2), 2_232]
const maxKills = Math.max(6, Math.ceil(count / 25))
const timeout = Math.max(300_000, count * 3_000)
const dayMs = 24 * 3_600_000
const module = new URL('../../../test/payment-process.ts', import.meta.url)
const dataKey = Buffer.alloc(32).toString('base64')

/** A seeded random sequence, so that failures are reproducible. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Creates accounts with a bill that is due, and automatic payments with a stored card. */
async function keepAutopays(database: Database, memberId: string, sandbox: Sandbox): Promise<void> {
  const methodId = uuidv7()
  const gateway = createSandboxGateway({ url: async () => sandbox.url, secret: sandboxSecret })
  const returnTo = 'http://portal.example/'
  const { ref } = await gateway.beginSetup({ methodId, memberId, brandName: 'Plan', language: 'en', returnTo })
  sandbox.keepMethod(methodId, 'always')
  await sql`insert into premium_method (member_id, method_id, state, gateway, gateway_ref, customer_ref, kind, language, return_to,
      looks, created_at, changed_at)
    values (${memberId}, ${methodId}, 'saved', 'sandbox', ${ref}, 'customer', 'card', 'en', '', 0, now(), now())`.execute(
    database.read,
  )
  await sql`insert into premium_account (member_id, account_id, account_number, state, balance_cents, as_of, run_id, imported_at)
    select ${memberId}, gen_random_uuid(), 'A-' || n, 'open', 5000, '2026-11-01', ${uuidv7()}, now()
    from generate_series(1, ${autoCount}::int) n`.execute(database.read)
  await sql`insert into premium_bill (member_id, bill_id, account_id, bill_number, state, due_on, amount_cents, run_id, imported_at)
    select member_id, gen_random_uuid(), account_id, account_number, 'sent', current_date + 1, 5000, run_id, now()
    from premium_account where member_id = ${memberId} and account_number like 'A-%'`.execute(database.read)
  await sql`insert into premium_autopay (member_id, account_id, method_id, most_cents, language, confirmed_at)
    select member_id, account_id, ${methodId}, 5000, 'en', now() from premium_account
    where member_id = ${memberId} and account_number like 'A-%'`.execute(database.read)
}

/** Creates applications that wait for their first premium. */
async function keepApplications(database: Database): Promise<void> {
  const key = loadDataKey({ configured: dataKey, dataDir: '' })
  const today = easternDay(new Date())
  for (let at = 0; at < firstCount; at += 1) {
    const id = uuidv7()
    const number = String(700_000_000_000 + at)
    const content = {
      email: `applicant${at}@example.net`,
      people: [{ firstName: 'Ana', lastName: 'Test', dateOfBirth: '1985-04-05' }],
    }
    await database.transaction((tx) =>
      keepApplication(tx, {
        enrollment_id: id,
        application_number: number,
        ticket_hash: hashSecret(`ticket ${number}`),
        brand: 'hmbcbs',
        account_id: null,
        plan_year: 2027,
        plan_id: 'test',
        plan_name: 'Test',
        state: 'pending' as const,
        starts: isoDayAfter(today, 20),
        pay_by: isoDayAfter(today, 30),
        first_premium_cents: firstCents,
        payment_id: null,
        language: 'en' as const,
        created_at: new Date(),
        sealed: key.seal(Buffer.from(JSON.stringify(content)), `application ${id}`),
      }),
    )
  }
}

/** Counts the e-mails about payments and effectuations of applications. */
async function letters(database: Database): Promise<number> {
  const { count } = await database.read
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('template', 'in', ['application-paid', 'application-effectuated'])
    .executeTakeFirstOrThrow()
  return count
}

/** Loads the bank's payout files: lines in random order, in two files, the first of them twice. */
async function loadBankFiles(database: Database, sandbox: Sandbox, chance: () => number) {
  const day = isoDayAfter(new Date().toISOString().slice(0, 10), 20)
  const lines = sandbox.payments().flatMap(({ ref, paymentId, word }) => {
    const of = (kind: string, cents: number) =>
      cents === 0 ? [] : [[`${ref} ${kind}`, 'po_1', day, kind, paymentId, (cents / 100).toFixed(2)].join(',')]
    return [...of('payment', word.paidCents), ...of('refund', -word.refundedCents)]
  })
  const shuffled = lines.map((line) => ({ line, at: chance() })).toSorted((a, b) => a.at - b.at)
  const middle = Math.ceil(shuffled.length / 2)
  const folder = mkdtempSync(join(tmpdir(), 'portico-bank-'))
  const files = [shuffled.slice(0, middle), shuffled.slice(middle)].map((part, at) => {
    const path = join(folder, `${at}.csv`)
    const rows = ['line_id,payout,paid_on,kind,payment_id,amount', ...part.map(({ line }) => line)]
    writeFileSync(path, rows.join('\n'))
    return path
  })
  for (const path of [...files, ...files.slice(0, 1)]) {
    const job = { kind: 'payouts', files: [path], brand: 'hmbcbs', dryRun: false, assignNumbers: false }
    const counts = await runJob(database, new Set(['hmbcbs']), job, {
      bytes: () => undefined,
      progress: () => undefined,
      reject: () => undefined,
    })
    expect(counts.rejected).toBe(0)
  }
  rmSync(folder, { recursive: true, force: true })
  const refunds = lines.filter((line) => line.includes(',refund,')).length
  return { payments: lines.length - refunds, refunds }
}

test('MP-19 SH-9 killed at any moment, with a gateway that fails and sends notices late, twice and out of order: ledger, gateway and bank agree to the cent, and every paid application is effectuated once', {
  timeout,
}, async () => {
  const chance = chances(19)
  const url = await freshDatabase({ seeded: true })
  const database = createDatabase(openPostgres({ url, poolSize: 2 }))
  const member = await readByLogin(database.read, 'MEMBER01')
  const memberId = member.member_id ?? ''
  await sql`insert into premium_account (member_id, account_id, account_number, state, balance_cents, as_of, run_id, imported_at)
    select ${memberId}, gen_random_uuid(), 'T-' || n, 'open', 5000, '2026-11-01', ${uuidv7()}, now()
    from generate_series(1, ${count}::int) n`.execute(database.read)
  const sandbox = await startSandbox({ secret: sandboxSecret, tell: null })
  await keepAutopays(database, memberId, sandbox)
  await keepApplications(database)

  const faults: readonly Fault[] = ['down', 'lost', 'nonsense', 'broken']
  const faulty = await startFaultyGateway(sandbox.url, () =>
    chance() < 0.25 ? (faults[Math.floor(chance() * faults.length)] ?? 'none') : 'none',
  )
  const port = await freePort()
  let living = true
  const sent: string[] = []
  const tell = async (body: string) => {
    const headers = { 'content-type': 'application/json', 'x-sandbox-signature': sandboxSignature(sandboxSecret, body) }
    await fetch(`http://127.0.0.1:${port}${noticePath}`, { method: 'POST', headers, body }).catch(() => undefined)
  }
  // Simulates people and banks at the gateway, and its notices: any old notice may come again.
  const world = (async () => {
    while (living) {
      for (const { ref, word, amountCents } of sandbox.payments()) {
        if (word.status === 'open' && chance() < 0.2)
          sandbox.settle(ref, chance() < 0.2 ? 'failed' : chance() < 0.3 ? 'pending' : 'paid')
        if (word.status === 'pending' && chance() < 0.3) sandbox.settle(ref, 'paid')
        if (word.status === 'paid' && word.refundedCents === 0 && amountCents !== firstCents && chance() < 0.02)
          sandbox.refund(ref, amountCents / 4)
      }
      const payments = sandbox.payments()
      const told = payments[Math.floor(chance() * payments.length)]
      if (told !== undefined) {
        const { ref, paymentId, memberId: of, word } = told
        sent.push(JSON.stringify({ ref, paymentId, memberId: of, word, url: null }))
        const again = sent[Math.floor(chance() * sent.length)]
        await Promise.all([tell(sent.at(-1) ?? ''), tell(again ?? ''), tell(again ?? '')])
      }
      await pause(10)
    }
  })()

  let kills = 0
  for (let done = false; !done; ) {
    const child = spawn(process.execPath, [...childFlags, module.pathname], {
      env: {
        ...childEnvironment,
        MEMBER_ID: memberId,
        NOTICE_PORT: String(port),
        GATEWAY_URL: faulty.url,
        GATEWAY_SECRET: sandboxSecret,
        DATABASE_URL: url,
        DATA_KEY: dataKey,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (part) => {
      said += part
    })
    const ended = once(child, 'exit')
    const mayKill = kills < maxKills
    if (mayKill) {
      // Kills take turns: after the server begins to write; after somebody's payment, so as to fall between payment and effectuation;
      // and after an e-mail, so as to fall between the e-mail and the record of it, if anything can.
      const countPaid = () => sandbox.payments().filter(({ word }) => word.status === 'paid').length
      const [seen, longestMs] = (
        [
          [() => sandbox.payments().length, 400],
          [countPaid, 120],
          [() => letters(database), 20],
        ] as const
      )[kills % 3] ?? [countPaid, 0]
      const known = await seen()
      for (let waits = 0; waits < 800 && (await seen()) <= known && child.exitCode === null; waits += 1) await pause(10)
      await pause(chance() * longestMs)
      if (child.exitCode === null) {
        child.kill('SIGKILL')
        kills += 1
      }
    }
    await ended
    done = said.includes('settled')
  }
  living = false
  await world
  expect(kills).toBeGreaterThan(2)

  const gateway = createSandboxGateway({ url: async () => sandbox.url, secret: sandboxSecret })
  const bank = await loadBankFiles(database, sandbox, chance)
  // The nightly comparison takes over refunds that had no notices, and finds no other difference.
  const night = await compare(database, gateway, new Date())
  expect(night.differences).toEqual([])
  const moved = sandbox.payments().reduce((sum, { word }) => sum + word.paidCents - word.refundedCents, 0)
  expect(moved).toBeGreaterThan(firstCount * firstCents)
  expect([night.ledgerCents, night.gatewayCents, night.bankCents]).toEqual([moved, moved, moved])
  // Nor does it find one when everything has had time to reach the bank.
  const late = { gateway: gateway.name, since: new Date(0), now: new Date(Date.now() + 40 * dayMs) }
  expect(await compareBank(database.read, late)).toMatchObject({ bankCents: moved, differences: [] })
  expect(bank.payments).toBeGreaterThan(0)
  expect(bank.refunds).toBeGreaterThan(0)
  // The gateway has exactly one payment for each of ours, and both sides of the ledger agree.
  const { ours } = await database.read
    .selectFrom('premium_payment')
    .select(({ fn }) => fn.countAll<number>().as('ours'))
    .where('enrollment_id', 'is', null)
    .executeTakeFirstOrThrow()
  const first = sandbox.payments().filter(({ amountCents }) => amountCents === firstCents)
  expect([ours, sandbox.payments().length - first.length]).toEqual([count + autoCount, count + autoCount])
  const { rows } = await sql<{ account: string; cents: string }>`
    select account, sum(cents)::text as cents from (
      select debit as account, amount_cents as cents from ledger_entry
      union all select credit, -amount_cents from ledger_entry) sides group by account order by account`.execute(
    database.read,
  )
  expect(rows).toEqual([
    { account: 'gateway', cents: String(moved) },
    { account: 'premium', cents: String(-moved) },
  ])
  // Each application is paid and effectuated once, and got one e-mail about each.
  expect(first.filter(({ word }) => word.status === 'paid')).toHaveLength(firstCount)
  const events = await sql<{ state: string; told: number; applications: number }>`
    select state, count(told_at) as told, count(distinct enrollment_id) as applications
    from shop_application_event group by state order by state`.execute(database.read)
  expect(events.rows).toEqual([
    { state: 'effectuated', told: firstCount, applications: firstCount },
    { state: 'paid', told: firstCount, applications: firstCount },
  ])
  expect(await letters(database)).toBe(2 * firstCount)
  await database.close()
  await faulty.close()
  await sandbox.close()
})
