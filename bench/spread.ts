import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runDistribute } from '../server/src/platform/db/run-distribute.ts'
import { startDistributed } from '../server/test/distributed.ts'
import { startCluster } from '../tools/postgres.ts'
import { fillClaims } from './claim-rows.ts'
import { fillMailboxes } from './mailboxes.ts'
import { runImport } from './run-import.ts'
import { member, startServer } from './server.ts'
import { median } from './sides.ts'
import { listPortalTargets, startLoad } from './stage.ts'
import { table } from './table.ts'
import { writeEnrollment, writePayment } from './x12-files.ts'

/**
 * How long members' calls and imports take on a database that `npm run distribute` has distributed over two workers, beside the same on one
 * server in the same run (OP-1). Both are filled first, with `BENCH_ROWS` messages and claims, so that a filled database is distributed.
 * `CITUS_BIN=… node bench/spread.ts`; exits with 1 when something takes longer than 1.5 times as long, with 2 if it could not run.
 */
const goal = 1.5
const { BENCH_ROUNDS: roundsAsked = '7', BENCH_ROWS: rowsAsked = '200000', CITUS_BIN: bin } = process.env
const [rounds, total] = [Number(roundsAsked), Number(rowsAsked)]
const roundS = 1
const connections = 8
const asked = {
  signIn: 'sign-in',
  landingPage: 'landing page',
  claims: 'claims',
  messages: 'messages',
  unread: 'unread count',
}
const names = Object.keys(asked) as (keyof typeof asked)[]
const members = 3_000

if (bin === undefined) {
  console.log('NOT RUN: CITUS_BIN does not name the programs of a PostgreSQL with Citus (docs/scaling.md).')
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'portico-spread-bench-'))
const alone = await startCluster({ durable: false })
const spread = await startDistributed(bin)
const load = startLoad()
let isMissed = false
try {
  const one = await openSide(await alone.database('portico'))
  const many = await openSide(spread.url)
  const done = await runDistribute([], { DATABASE_URL: spread.url })
  console.log(done.said)
  if (done.code !== 0) throw new Error('What is filled could not be spread.')
  const took = new Map(names.map((name) => [name, { one: [] as number[], many: [] as number[] }]))
  const [ours, theirs] = [await listPortalTargets(one.origin), await listPortalTargets(many.origin)]
  for (let round = -2; round < rounds; round += 1) {
    for (const name of names) {
      const measured = {
        one: await load.measure({ target: ours[name], connections, seconds: roundS }),
        many: await load.measure({ target: theirs[name], connections, seconds: roundS }),
      }
      if (round < 0) continue
      for (const side of ['one', 'many'] as const) took.get(name)?.[side].push(1000 / measured[side].perSecond)
    }
  }
  await one.stop()
  await many.stop()
  const rows = names.map((name) => toRow(asked[name], took.get(name) ?? { one: [], many: [] }))
  for (const [set, write] of [
    ['834', (path: string) => writeEnrollment(path, members)],
    ['835', (path: string) => writePayment(path, members, members)],
  ] as const) {
    const path = join(folder, `file.${set}`)
    write(path)
    const both = { one: [await importMs(one.url, path)], many: [await importMs(many.url, path)] }
    rows.push(toRow(`import of an ${set}, a member or claim`, both))
  }
  console.log(table([['', 'one server, ms', 'two workers, ms', 'ratio'], ...rows]))
} finally {
  load.stop()
  await alone.stop()
  await spread.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(isMissed ? 1 : 0)

/** A server on a database with the demo, and with rows written to it in bulk. */
async function openSide(url: string) {
  const server = await startServer({ script: 'server/src/main.mjs', readyPath: '/health/ready', databaseUrl: url })
  await fillRows(url)
  return { ...server, url }
}

/** Messages and claims for some hundreds of members; each row has its member, as a plan's own do. */
async function fillRows(url: string): Promise<void> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    await fillMailboxes(database, { total, large: 100, ordinary: 40, largeLogin: 'MEMBER02', ordinaryLogin: member })
    await fillClaims(database, { total, owners: { [member]: 40 } })
    await database.query('vacuum (analyze)')
  } finally {
    await database.end()
  }
}

/** How long an import takes for each member or claim of a file. */
async function importMs(url: string, file: string): Promise<number> {
  const { ms } = await runImport(url, { kind: 'x12', assignNumbers: false, file })
  return ms / members
}

function toRow(name: string, { one, many }: { readonly one: readonly number[]; readonly many: readonly number[] }) {
  const ratio = median(many.map((ms, at) => ms / (one[at] ?? Number.NaN)))
  isMissed ||= !(ratio <= goal)
  return [name, median(one).toFixed(2), median(many).toFixed(2), ratio.toFixed(2)]
}
