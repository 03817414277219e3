import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memberClient } from '../server/test/client.ts'
import { startCluster } from '../tools/postgres.ts'
import { before, beforeParts, type SampleFile, samples } from './import-samples.ts'
import { member, startServer } from './server.ts'
import { median } from './sides.ts'
import { type EngineKind, engines } from './stage.ts'
import { table } from './table.ts'

/**
 * How long a member waits for their page while the server imports a file, compared with the time without an import (IM-5): `node
 * bench/beside-imports.ts [MEGABYTES] [KIND|ENGINE…]`, 100 MB of each kind on each engine by default. It watches each file for a minute at
 * most. Exits with 1 when a median is more than three times as long.
 */
const [megabytes = '100', ...wanted] = process.argv.slice(2)
const goal = 3
const brand = 'wi'
/** How long it watches each import, at most. */
const lookMs = Number(process.env.BENCH_LOOK_MS ?? 60_000)
const aloneTimes = 60
const pauseMs = 25

const all = Object.keys(samples)
const kinds = all.filter((kind) => !wanted.some((one) => all.includes(one)) || wanted.includes(kind))
const on = engines.filter((engine) => !engines.some((one) => wanted.includes(one)) || wanted.includes(engine))
const rows: (readonly string[])[] = []
let missed = 0
for (const engine of on) {
  const cluster = engine === 'postgres' ? await startCluster() : null
  try {
    for (const kind of kinds) await tryKind(engine, kind, await cluster?.database(kind.replaceAll('-', '_')))
  } finally {
    await cluster?.stop()
  }
}
const heading = ['', 'alone ms', 'beside ms', 'ratio', '95th', 'longest', 'looks', 'MB a second']
console.log(`\n${table([heading, ...rows])}`)
process.exit(missed === 0 ? 0 : 1)

async function tryKind(engine: EngineKind, kind: string, databaseUrl: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-beside-'))
  const environment = { IMPORT_DIR: folder, IMPORT_LOOK_MS: '200' }
  const server = await startServer({
    script: 'server/src/main.mjs',
    readyPath: '/health/ready',
    databaseUrl,
    environment,
  })
  try {
    const { cookies } = await memberClient(server.origin, member)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = async () => {
      const began = performance.now()
      const answer = await fetch(`${server.origin}/mbr/`, { headers: { cookie, accept: 'text/html' } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`The page was answered ${answer.status}.`)
      return performance.now() - began
    }
    for (const [first, file] of Object.entries(before)) {
      const parts = beforeParts[first as keyof typeof before]
      await put(folder, first, file, (_, at) => at >= parts)
      await until(() => countEnded(folder) > 0)
      for (const end of ['done', 'failed']) rmSync(join(folder, end), { recursive: true, force: true })
    }
    const sample = (samples[kind] as () => SampleFile)()
    const bytes = Math.min(Number(megabytes), sample.maxMb ?? Number.POSITIVE_INFINITY) * 1e6
    const alone: number[] = []
    for (let times = 0; times < aloneTimes; times++) {
      alone.push(await page())
      await sleep(pauseMs)
    }
    await put(folder, kind, sample, (length) => length >= bytes)
    await until(() => works(folder) > 0)
    const began = performance.now()
    const beside: number[] = []
    while (countEnded(folder) === 0 && performance.now() - began < lookMs) {
      beside.push(await page())
      await sleep(pauseMs)
    }
    const seconds = (performance.now() - began) / 1000
    const ratio = median(beside) / median(alone)
    if (ratio > goal) missed += 1
    const isWhole = countEnded(folder) > 0
    const figure = (value: number) => value.toFixed(1)
    rows.push([
      `${engine} ${kind}${isWhole ? '' : ' (not to its end)'}`,
      ...[median(alone), median(beside)].map(figure),
      ratio.toFixed(2),
      ...[quantile(beside, 0.95), Math.max(...beside)].map(figure),
      String(beside.length),
      isWhole ? (bytes / 1e6 / seconds).toFixed(1) : '',
    ])
    console.log(rows.at(-1)?.join('  '), isWhole ? countsIn(folder) : '')
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes a file and then moves it into place. */
async function put(
  folder: string,
  kind: string,
  { name, head = '', part, between = '', tail = '' }: SampleFile,
  isLong: (length: number, parts: number) => boolean,
): Promise<void> {
  const path = join(folder, `.${name}`)
  const out = createWriteStream(path)
  let length = 0
  const write = async (text: string) => {
    length += text.length
    if (!out.write(text)) await once(out, 'drain')
  }
  await write(head)
  for (let at = 0; !isLong(length, at); at++) await write(`${at > 0 ? between : ''}${part(at)}`)
  await write(tail)
  out.end()
  await once(out, 'finish')
  mkdirSync(join(folder, kind, brand), { recursive: true })
  renameSync(path, join(folder, kind, brand, name))
}

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []
}

function works(folder: string): number {
  return list(join(folder, '.work')).length
}

function countEnded(folder: string): number {
  return list(join(folder, 'done')).length + list(join(folder, 'failed')).length
}

function countsIn(folder: string): string {
  const [place = ''] = ['done', 'failed'].flatMap((end) =>
    list(join(folder, end)).map((name) => join(folder, end, name)),
  )
  const { counts, problem } = JSON.parse(readFileSync(join(place, 'report.json'), 'utf8'))
  return JSON.stringify(counts ?? problem)
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20)
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}
