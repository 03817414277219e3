import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { calls } from '@portico/contract/calls'
import { make } from '../server/test/call.ts'
import { Client, memberClient } from '../server/test/client.ts'
import { startCluster } from '../tools/postgres.ts'
import { member, root, startServer } from './server.ts'

/**
 * How long a quote of 200 plans for a family of five takes (SH-4), alternating with a page of ten messages, on PostgreSQL. `node
 * bench/quote.ts`; exits with 1 when its median is more than three times as long.
 */
const maxRatio = 3
const minPlans = 200
const copies = 18
const warmUp = 20
const rounds = 200

const people = [41, 39, 12, 9, 4].map((age) => ({ age, tobacco: false }))
const body = {
  market: 'under65',
  zipCode: '15222',
  county: '42003',
  people,
  income: { householdSize: 5, cents: 9_000_000 },
} as const

const folder = mkdtempSync(join(tmpdir(), 'portico-plans-'))
const cluster = await startCluster()
const databaseUrl = await cluster.database('portico_quote')
const server = await startServer({ script: 'server/src/main.mjs', readyPath: '/health/ready', databaseUrl })
try {
  loadPlans()
  const visitor = new Client(server.origin)
  visitor.host = `shop.hmbcbs.localhost:${new URL(server.origin).port}`
  const reader = await memberClient(server.origin, member)
  const quote = await make(visitor, calls.shopQuote, { body })
  const { plans, planYear } = quote.body.payload
  if (plans.length < minPlans) throw new Error(`There are ${plans.length} plans of ${planYear}.`)
  const times = { quote: [] as number[], page: [] as number[] }
  for (let round = -warmUp; round < rounds; round += 1) {
    const quoted = await measure(() => make(visitor, calls.shopQuote, { body }))
    const listed = await measure(() => make(reader, calls.listMessages, { query: { folder: 'inbox', pageSize: '10' } }))
    if (round < 0) continue
    times.quote.push(quoted)
    times.page.push(listed)
  }
  const [quoted, listed] = [middle(times.quote), middle(times.page)]
  const ratio = quoted / listed
  console.log(
    `${plans.length} plans for five: p50 ${quoted.toFixed(1)} ms, ${ratio.toFixed(1)} times a page of ten messages at ${listed.toFixed(1)} ms (goal ${maxRatio})`,
  )
  process.exitCode = ratio <= maxRatio ? 0 : 1
} finally {
  await server.stop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The demo's plans for one brand, and copies of them under other ids. */
function loadPlans(): void {
  const files = ['plans', 'benefits', 'rates', 'rating', 'service'].map((name) => {
    const text = gunzipSync(readFileSync(join(root, `demo/plans/hmbcbs/${name}.csv.gz`))).toString()
    const [head = '', ...rows] = text.trimEnd().split('\n')
    const others = Array.from({ length: copies }, (_, copy) =>
      rows.filter((row) => row.includes('PA001')).map((row) => row.replaceAll('PA001', `PA0${copy + 20}`)),
    )
    const file = join(folder, `${name}.csv`)
    writeFileSync(file, `${[head, ...rows, ...others.flat()].join('\n')}\n`)
    return file
  })
  const args = ['server/src/imports/imports/command.ts', 'plans', ...files, '--brand', 'hmbcbs']
  execFileSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: 'inherit',
  })
}

async function measure(call: () => Promise<{ readonly status: number }>): Promise<number> {
  const began = performance.now()
  const { status } = await call()
  if (status !== 200) throw new Error(`The call answered ${status}.`)
  return performance.now() - began
}

function middle(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}
