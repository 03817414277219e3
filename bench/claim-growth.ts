import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@portico/contract/calls'
import pg from 'pg'
import { make } from '../server/test/call.ts'
import type { Answer, Client } from '../server/test/client.ts'
import { startCluster } from '../tools/postgres.ts'
import { fillClaims } from './claim-rows.ts'
import { writeCopies } from './import-files.ts'
import { importRate } from './import-rate.ts'
import { goal, measureTimes, median, openSide, type Side, type Size } from './sides.ts'
import { bytes } from './sizing.ts'
import { table } from './table.ts'

/**
 * Whether claims are listed (MP-3) and imported (IM-5) as fast among ten million as among ten thousand, and whether the CSV of
 * 100,000 claims stays within its memory limit (MP-6). `node bench/claim-growth.ts [how many]`, with PostgreSQL; exits with 1 when
 * a goal is missed.
 */
const big = Number(process.argv[2] ?? 10_000_000)
const csv = { claims: 100_000, login: 'FAMILY01', maxMb: 60 }
const sizes = {
  small: { total: 10_000, owners: { MEMBER01: 40 } },
  big: { total: big, owners: { MEMBER01: 40, [csv.login]: csv.claims } },
} as const
const people = { ordinary: 'MEMBER01', csv: csv.login } as const
type ClaimSide = Side<keyof typeof people>

/** The lowest allowed ratio of the import rates. */
const importGoal = 0.8
const importRounds = 5
/** The maximum error of the sizing model. */
const maxSizeError = 0.3
const copiesARound = 3
const rounds = 150

const list = (query: Readonly<Record<string, string>>) => (client: Client) => make(client, calls.listClaims, { query })

/** For someone with the largest number of claims. */
const measures: readonly { readonly name: string; readonly ask: (client: Client) => Promise<Answer> }[] = [
  { name: 'first page', ask: list({}) },
  { name: 'denied ones', ask: list({ state: 'denied' }) },
  { name: 'what is owed, the most first', ask: list({ owe: 'true', sort: 'youOwe' }) },
  { name: 'search, a rare word', ask: (client) => make(client, calls.searchClaims, { body: { q: 'heron' } }) },
  { name: 'last page', ask: list({ page: '4' }) },
]

const cluster = await startCluster()
try {
  const [small, large] = [await openClaims('small'), await openClaims('big')]
  try {
    const isEven = await compare(small, large)
    const isLean = await weighCsv(large)
    const isSteady = await compareImports(small, large)
    const isSized = await compareSize(large)
    process.exitCode = isEven && isLean && isSteady && isSized ? 0 : 1
  } finally {
    await small.stop()
    await large.stop()
  }
} finally {
  await cluster.stop()
}

function openClaims(size: Size) {
  const fill = (database: pg.Client) => fillClaims(database, sizes[size])
  return openSide(cluster, { size, of: 'claims', rows: sizes[size].total, fill, people })
}

/** Prints the results; true if every goal is met. */
async function compare(small: ClaimSide, large: ClaimSide): Promise<boolean> {
  const lines: string[][] = []
  const missed: string[] = []
  for (const { name, ask } of measures) {
    const { small: before, big: after } = await measureTimes([small, large], 'ordinary', { name, ask, rounds })
    if (after / before > goal) missed.push(name)
    lines.push([name, before.toFixed(2), after.toFixed(2), (after / before).toFixed(2)])
  }
  console.log(`\n${table([['', '10,000: ms', `${big}: ms`, `ratio (goal ${goal})`], ...lines])}`)
  for (const name of missed) console.log(`missed: ${name}`)
  return missed.length === 0
}

/** How much more memory than before the server needs, at its peak, to write all of someone's claims as CSV. */
async function weighCsv({ pid, clients }: ClaimSide): Promise<boolean> {
  await make(clients.csv, calls.exportClaims, { body: { kind: 'imaging' } })
  const before = readMegabytes(pid, 'VmRSS')
  const { bytes, status } = await make(clients.csv, calls.exportClaims, { body: {} })
  const more = readMegabytes(pid, 'VmHWM') - before
  const lines = bytes.toString().split('\r\n').length - 2
  console.log(`\nCSV of ${lines} claims (${status}): ${more.toFixed(0)} MB of memory (goal ${csv.maxMb})`)
  return lines >= csv.claims && more <= csv.maxMb
}

/** Whether claims are imported as fast when there are already many (IM-5); each round imports new ones. */
async function compareImports(small: ClaimSide, large: ClaimSide): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-growth-'))
  const rates: Record<Size, number[]> = { small: [], big: [] }
  try {
    for (let round = 0; round < importRounds; round += 1) {
      const file = join(folder, `${round}.ndjson`)
      const resources = writeCopies(file, copiesARound, round * copiesARound)
      for (const { size, url } of [small, large])
        rates[size].push(await importRate(url, { file, resources, isNew: true }))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  const [before, after] = [median(rates.small), median(rates.big)]
  const told = `${before.toFixed(0)} and ${after.toFixed(0)} resources a second`
  console.log(`\nImport: ${told}, ratio ${(after / before).toFixed(2)} (goal ${importGoal})`)
  return after / before >= importGoal
}

/** Whether a claim's row has the size that the sizing model predicts (OP-14). */
async function compareSize({ url }: ClaimSide): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ each: number }>(
    `select pg_total_relation_size('claim')::float8 / (select count(*) from claim) as each`,
  )
  await client.end()
  const each = rows[0]?.each ?? 0
  console.log(`\nA claim's row with its indexes: ${each.toFixed(0)} bytes (the sizing model says ${bytes.claimRow})`)
  return Math.abs(each / bytes.claimRow - 1) <= maxSizeError
}

function readMegabytes(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024
}
