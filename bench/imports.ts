import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { startCluster } from '../tools/postgres.ts'
import { writeCopies } from './import-files.ts'
import { importRate } from './import-rate.ts'
import { median } from './sides.ts'
import { table } from './table.ts'

/**
 * How fast claims are imported, compared with a bare loop that parses the same file and copies the same rows into the same tables
 * (IM-5). `node bench/imports.ts`, with PostgreSQL; exits with 1 when a goal is missed.
 */
const copies = Number(process.env.IMPORT_COPIES ?? 12)
const rounds = 3
const goals = { first: 0.4, again: 3 }
const batch = 500
const tables = ['claim', 'claim_line', 'claim_version'] as const

const folder = mkdtempSync(join(tmpdir(), 'portico-import-bench-'))
const file = join(folder, 'claims.ndjson')
const resources = writeCopies(file, copies)
const cluster = await startCluster()
const rates: { bare: number; first: number; again: number }[] = []
try {
  for (let round = 0; round < rounds; round++) {
    const url = await cluster.database(`round_${round}`)
    const first = await importRate(url, { file, resources, isNew: true })
    const again = await importRate(url, { file, resources, isNew: false })
    rates.push({ bare: await bareRate(url), first, again })
  }
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
const rows = [
  { name: 'bare loop: parse and COPY', perSecond: median(rates.map(({ bare }) => bare)) },
  {
    name: 'import',
    perSecond: median(rates.map(({ first }) => first)),
    ratio: median(rates.map(({ first, bare }) => first / bare)),
    goal: goals.first,
  },
  {
    name: 'the same file again, beside the first time',
    perSecond: median(rates.map(({ again }) => again)),
    ratio: median(rates.map(({ again, first }) => again / first)),
    goal: goals.again,
  },
]
console.log(`\n${resources} resources\n${table([['', 'resources/s', 'ratio', 'goal'], ...rows.map(line)])}`)
const missed = rows.filter(({ ratio, goal }) => ratio !== undefined && ratio < goal)
for (const { name } of missed) console.log(`missed: ${name}`)
process.exit(missed.length === 0 ? 0 : 1)

function line({ name, perSecond, ratio, goal }: { name: string; perSecond: number; ratio?: number; goal?: number }) {
  return [name, perSecond.toFixed(0), ratio?.toFixed(2) ?? '', goal?.toFixed(2) ?? '']
}

/** Deletes the rows from the database, and copies them in again while parsing the file. */
async function bareRate(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const parts: Record<(typeof tables)[number], Buffer[]> = { claim: [], claim_line: [], claim_version: [] }
    const { rows: claims } = await client.query<{ claim_id: string }>('select claim_id from claim order by claim_id')
    for (let at = 0; at < claims.length; at += batch) {
      const [first, last] = [claims[at]?.claim_id, claims[Math.min(at + batch, claims.length) - 1]?.claim_id]
      for (const name of tables) {
        const select = `select * from ${name} where claim_id between '${first}' and '${last}'`
        parts[name].push(await buffer(client.query(to(`copy (${select}) to stdout`))))
      }
    }
    await client.query('truncate claim, claim_line, claim_version')
    const began = performance.now()
    let [lines, place] = [0, 0]
    const take = async () => {
      await client.query('begin')
      for (const name of tables) {
        const part = parts[name][place]
        if (part !== undefined) await pipeline(Readable.from([part]), client.query(from(`copy ${name} from stdin`)))
      }
      await client.query('commit')
      place += 1
    }
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      const { resourceType } = JSON.parse(text)
      if (resourceType === 'ExplanationOfBenefit' && ++lines % batch === 0) await take()
    }
    while (place < parts.claim.length) await take()
    return (resources / (performance.now() - began)) * 1000
  } finally {
    await client.end()
  }
}
