import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { SegmentReader } from '../server/src/imports/imports/x12/segments.ts'
import { startCluster } from '../tools/postgres.ts'
import { runImport } from './run-import.ts'
import { table } from './table.ts'
import { writeBills, writeEnrollment, writePayment } from './x12-files.ts'

/**
 * How fast X12 files are imported (FD-1 to FD-3), compared with a bare loop that splits the same segments and copies the same rows into the
 * same tables, and how much memory it takes. `X12_MEMBERS=1000000 node bench/x12.ts`, with PostgreSQL; exits with 1 when a goal is missed.
 */
const members = Number(process.env.X12_MEMBERS ?? 20_000)
const goals = { ratio: 0.4, memoryMib: 256 }
const ofClaims = ['x12_claim_part', 'claim', 'claim_line', 'claim_version'] as const
const kinds = [
  {
    name: '834, members',
    file: 'enrollment.834',
    tables: ['member', 'member_contact', 'x12_member', 'x12_before', 'coverage_source', 'coverage', 'product'],
    write: (path: string) => writeEnrollment(path, members),
  },
  {
    name: '835, claims',
    file: 'payment.835',
    tables: ofClaims,
    write: (path: string) => writePayment(path, members, members),
  },
  {
    name: '837, claims',
    file: 'bills.837',
    tables: ofClaims,
    write: (path: string) => writeBills(path, members, members),
  },
] as const

const folder = mkdtempSync(join(tmpdir(), 'portico-x12-bench-'))
const cluster = await startCluster()
const rows: string[][] = []
let isMissed = false
try {
  const url = await cluster.database('x12')
  for (const { name, file, tables, write } of kinds) {
    const path = join(folder, file)
    write(path)
    if (tables === ofClaims) await emptyClaims(url)
    const first = await importRate(url, path)
    const again = await importRate(url, path)
    const bare = await bareRate(url, path, tables)
    const ratio = first.perSecond / bare
    isMissed ||= ratio < goals.ratio || first.memoryMib > goals.memoryMib
    rows.push([
      name,
      bare.toFixed(0),
      first.perSecond.toFixed(0),
      ratio.toFixed(2),
      again.perSecond.toFixed(0),
      first.memoryMib.toFixed(0),
    ])
  }
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(
  `\n${members} members and claims\n${table([['', 'bare a second', 'import', 'ratio', 'again', 'MiB more'], ...rows])}`,
)
process.exit(isMissed ? 1 : 0)

/** Imports a file as the command does; returns the most memory that it takes on top of what the process had before. */
async function importRate(url: string, file: string) {
  const before = process.memoryUsage().rss
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  try {
    const { ms } = await runImport(url, { kind: 'x12', assignNumbers: false, file })
    return { perSecond: (members / ms) * 1000, memoryMib: (most - before) / 2 ** 20 }
  } finally {
    clearInterval(watching)
  }
}

/** Removes the rows of the previous kind, which do not count for the next one. */
async function emptyClaims(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`truncate ${ofClaims.join(', ')} cascade`)
  } finally {
    await client.end()
  }
}

/** Deletes the rows from the database, and copies them in again after splitting the segments of the file. */
async function bareRate(url: string, file: string, tables: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const copies: Buffer[] = []
    for (const name of tables) copies.push(await buffer(client.query(to(`copy ${name} to stdout`))))
    // A bare loop has no foreign keys to check, so this one has none either.
    await client.query('set session_replication_role = replica')
    await client.query('begin')
    for (const name of tables) await client.query(`delete from ${name}`)
    const began = performance.now()
    let elements = 0
    const reader = new SegmentReader(
      (segment) => {
        elements += segment.elements.length
      },
      () => undefined,
    )
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) reader.push(chunk)
    reader.end()
    if (elements === 0) throw new Error('The file is empty')
    for (const [at, name] of tables.entries())
      await pipeline(Readable.from([copies[at] ?? Buffer.alloc(0)]), client.query(from(`copy ${name} from stdin`)))
    await client.query('commit')
    return (members / (performance.now() - began)) * 1000
  } finally {
    await client.end()
  }
}
