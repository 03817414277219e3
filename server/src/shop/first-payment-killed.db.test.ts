import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { childEnvironment, childFlags } from '../../test/child-environment.ts'
import { type Fault, startFaultyGateway } from '../../test/faulty-gateway.ts'
import { freshDatabase, openTestDatabase, sandboxSecret } from '../../test/portal.ts'
import { loadDataKey } from '../data-key.ts'
import { easternDay, isoDayAfter } from '../day.ts'
import { createDatabase } from '../db/database.ts'
import { openEmbedded, openPostgres } from '../db/engine.ts'
import { createSandboxGateway, sandboxSignature } from '../gateway/sandbox.ts'
import { startSandbox } from '../gateway-sandbox/server.ts'
import { compare } from '../premium/check.ts'
import { noticePath } from '../premium/notices.ts'
import { hashSecret } from '../tokens/secrets.ts'
import { keepApplication } from './store.ts'

const onPostgres = process.env.PORTICO_TEST_ENGINE === 'postgres'
const count = onPostgres ? 24 : 14
const premium = 2_232
const module = new URL('../../test/first-premium-process.ts', import.meta.url)

/** A seeded random sequence, so that failures repeat. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

test('SH-9 killed at any moment between payment and effectuation, nothing is lost and nothing is done twice', async () => {
  const chance = chances(9)
  const url = onPostgres ? await freshDatabase({ seeded: true }) : null
  const folder = await openTestDatabase({ seeded: true })
  await folder.database.close()
  const { dataDir } = folder
  const open = async () =>
    createDatabase(url === null ? await openEmbedded({ dataDir }) : openPostgres({ url, poolSize: 2 }))
  const dataKey = loadDataKey({ configured: undefined, dataDir })
  const before = await open()
  const today = easternDay(new Date())
  for (let at = 0; at < count; at += 1) {
    const id = uuidv7()
    const number = String(700_000_000_000 + at)
    const content = { email: `applicant${at}@example.net`, people: [{ firstName: 'Ana' }] }
    await before.transaction((tx) =>
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
        first_premium_cents: premium,
        payment_id: null,
        language: 'en' as const,
        created_at: new Date(),
        sealed: dataKey.seal(Buffer.from(JSON.stringify(content)), `application ${id}`),
      }),
    )
  }
  await before.close()

  const sandbox = await startSandbox({ secret: sandboxSecret, tell: null })
  const faults: readonly Fault[] = ['down', 'lost', 'nonsense', 'broken']
  const faulty = await startFaultyGateway(sandbox.url, () =>
    chance() < 0.2 ? (faults[Math.floor(chance() * faults.length)] ?? 'none') : 'none',
  )
  const port = await freePort()
  let living = true
  const tell = async (body: string) => {
    const headers = { 'content-type': 'application/json', 'x-sandbox-signature': sandboxSignature(sandboxSecret, body) }
    await fetch(`http://127.0.0.1:${port}${noticePath}`, { method: 'POST', headers, body }).catch(() => undefined)
  }
  // What people and banks do at the gateway meanwhile, and its notices, late and twice.
  const world = (async () => {
    while (living) {
      for (const { ref, word } of sandbox.payments()) {
        if (word.status === 'open' && chance() < 0.1)
          sandbox.settle(ref, chance() < 0.2 ? 'failed' : chance() < 0.3 ? 'pending' : 'paid')
        if (word.status === 'pending' && chance() < 0.3) sandbox.settle(ref, 'paid')
      }
      const told = sandbox.payments()[Math.floor(chance() * sandbox.payments().length)]
      if (told !== undefined) {
        const { ref, paymentId, memberId, word } = told
        const body = JSON.stringify({ ref, paymentId, memberId, word, url: null })
        await Promise.all([tell(body), tell(body)])
      }
      await pause(10)
    }
  })()

  let kills = 0
  for (let done = false; !done; ) {
    const child = spawn(process.execPath, [...childFlags, module.pathname], {
      env: {
        ...childEnvironment,
        NOTICE_PORT: String(port),
        DATA_DIR: dataDir,
        GATEWAY_URL: faulty.url,
        GATEWAY_SECRET: sandboxSecret,
        ...(url !== null && { DATABASE_URL: url }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (part) => {
      said += part
    })
    const ended = once(child, 'exit')
    if (kills < 6) {
      // Counted from the moment when someone else has paid, so that the kill falls between payment and effectuation.
      const paid = () => sandbox.payments().filter(({ word }) => word.status === 'paid').length
      const known = paid()
      for (let waits = 0; waits < 400 && paid() <= known && child.exitCode === null; waits += 1) await pause(10)
      await pause(chance() * 120)
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

  const after = await open()
  const gateway = createSandboxGateway({ url: async () => sandbox.url, secret: sandboxSecret })
  const night = await compare(after, gateway, new Date())
  expect(night.differences).toEqual([])
  expect([night.ledgerCents, night.gatewayCents]).toEqual([count * premium, count * premium])
  expect(sandbox.payments().filter(({ word }) => word.status === 'paid')).toHaveLength(count)
  const { rows } = await sql<{ state: string; told: string; applications: string }>`
    select state, count(told_at)::text as told, count(distinct enrollment_id)::text as applications
    from shop_application_event group by state order by state`.execute(after.read)
  const all = String(count)
  expect(rows).toEqual([
    { state: 'effectuated', told: all, applications: all },
    { state: 'paid', told: all, applications: all },
  ])
  // Each got one e-mail.
  const { letters } = await after.read
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<string>().as('letters'))
    .where('template', 'in', ['application-paid', 'application-effectuated'])
    .executeTakeFirstOrThrow()
  expect(Number(letters)).toBe(2 * count)
  await after.close()
  await faulty.close()
  await sandbox.close()
  await folder.remove().catch(() => undefined)
}, 300_000)
