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
/** The tables that claims and the people in them fill, for pages and for apps. */
const tables = ['claim', 'claim_line', 'claim_version', 'fhir_resource', 'fhir_party', 'import_party'] as const

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
    const parts = await readParts(client)
    await client.query(`truncate ${tables.join(', ')}`)
    const began = performance.now()
    let [lines, place] = [0, 0]
    const take = async () => {
      await client.query('begin')
      for (const [name, part] of parts[place] ?? [])
        await pipeline(Readable.from([part]), client.query(from(`copy ${name} from stdin`)))
      await client.query('commit')
      place += 1
    }
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      const { resourceType } = JSON.parse(text)
      if (resourceType === 'ExplanationOfBenefit' && ++lines % batch === 0) await take()
    }
    while (place < parts.length) await take()
    return (resources / (performance.now() - began)) * 1000
  } finally {
    await client.end()
  }
}

/** The rows of every table, in as many parts as there are batches of claims; all of a claim's rows are in one part. */
async function readParts(client: pg.Client): Promise<(readonly [name: string, rows: Buffer])[][]> {
  const { rows } = await client.query<{ claims: number }>('select count(*)::int as claims from claim')
  const count = Math.ceil((rows[0]?.claims ?? 0) / batch)
  const parts: (readonly [string, Buffer])[][] = Array.from({ length: count }, () => [])
  for (const name of tables) {
    const key = name.startsWith('claim') ? 'claim_id' : 'ctid'
    for (const [at, part] of parts.entries()) {
      const select = `select * from ${name} where abs(hashtext(${key}::text)) % ${count} = ${at}`
      part.push([name, await buffer(client.query(to(`copy (${select}) to stdout`)))])
    }
  }
  return parts
}
