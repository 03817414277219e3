import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { startCluster } from '../tools/postgres.ts'

/**
 * Whether the memory needed to read a file of prices is independent of its length, and how fast it is read (IM-8):
 * `node bench/rates.ts [MEGABYTES]`, 2,000 by default, generates one, imports it into its own PostgreSQL and measures the import beside a
 * bare loop that parses the same services and copies the same prices into a table like ours. Exits with 1 when the second half takes more
 * than 1.25 times the memory of the first, or the speed is below the goal.
 */
const megabytes = Number(process.argv[2] ?? 2000)
const goal = { memory: 1.25, speed: 0.3 }
const groups = 20_000
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'portico-rates-'))
const file = join(folder, '2026-11-01_bench.json')

function group(number: number): object {
  const tin = { type: 'ein', value: `00-${String(number).padStart(7, '0')}`, business_name: `Group ${number}` }
  const npi = Array.from({ length: 8 }, (_, at) => 1_000_000_000 + number * 8 + at)
  return { provider_group_id: number, network_name: ['Bench Choice'], provider_groups: [{ npi, tin }] }
}

function service(number: number) {
  const rates = Array.from({ length: 400 }, (_, at) => {
    const refs = Array.from({ length: 25 }, (_, one) => 1 + ((number * 31 + at * 53 + one * 17) % groups))
    const price = { setting: 'both', negotiated_type: 'negotiated', expiration_date: '2099-12-31' }
    const dollars = Math.round((50 + (number % 900) + at * 1.37) * 100) / 100
    return {
      provider_references: [...new Set(refs)],
      negotiated_prices: [
        { ...price, negotiated_rate: dollars, billing_class: 'professional', service_code: ['11', '22'] },
        { ...price, negotiated_rate: dollars + 1, billing_class: 'institutional' },
      ],
    }
  })
  return {
    negotiation_arrangement: 'ffs',
    name: `Service ${number}`,
    description: `Service number ${number}`,
    billing_code_type: 'LOCAL',
    billing_code_type_version: '2026',
    billing_code: `S${number}`,
    negotiated_rates: rates,
  }
}

async function write(): Promise<void> {
  const out = createWriteStream(file)
  let bytes = 0
  const put = async (text: string) => {
    bytes += text.length
    if (!out.write(text)) await once(out, 'drain')
  }
  const head = { reporting_entity_name: 'Bench', reporting_entity_type: 'health insurance issuer', version: '2.0.0' }
  await put(`${JSON.stringify({ ...head, last_updated_on: '2026-11-01' }).slice(0, -1)},"provider_references":[`)
  for (let at = 1; at <= groups; at++) await put(`${at > 1 ? ',' : ''}${JSON.stringify(group(at))}`)
  await put('],"in_network":[')
  for (let at = 0; bytes < megabytes * 1e6; at++) await put(`${at > 0 ? ',' : ''}\n${JSON.stringify(service(at))}`)
  await put('\n]}')
  out.end()
  await once(out, 'finish')
}

/** Parses the services, which are on one line each, and copies their prices; returns the seconds that it takes. */
async function runBare(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create table bare_price (like rates_price including all)')
    const began = performance.now()
    let item = 0
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      if (!text.startsWith('{"negotiation_arrangement"')) continue
      const { negotiated_rates } = JSON.parse(text.replace(/,$/, '')) as ReturnType<typeof service>
      const rows = negotiated_rates.flatMap(({ provider_references, negotiated_prices }) =>
        negotiated_prices.map((price) => {
          const refs = JSON.stringify(provider_references.map(String))
          const { negotiated_type, negotiated_rate, billing_class, setting, expiration_date } = price
          const amount = Math.round(negotiated_rate * 100)
          return `${fileId}\t${item}\t${refs}\t${negotiated_type}\t${amount}\t${billing_class}\t${setting}\t\t${expiration_date}\n`
        }),
      )
      item += 1
      await pipeline(Readable.from([rows.join('')]), client.query(from('copy bare_price from stdin')))
    }
    return (performance.now() - began) / 1000
  } finally {
    await client.end()
  }
}

const fileId = '00000000-0000-7000-8000-000000000000'
const cluster = await startCluster()
try {
  await write()
  const url = await cluster.database('rates')
  const command = ['server/src/imports/imports/command.ts', 'rates', file, '--brand', 'hmbcbs']
  const from = performance.now()
  const run = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'inherit', 'ignore'],
  })
  const weights: number[] = []
  const timer = setInterval(() => {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${run.pid}/status`, 'utf8')) ?? []
    if (kilobytes !== undefined) weights.push(Number(kilobytes) / 1000)
  }, 500)
  const [code] = await once(run, 'exit')
  clearInterval(timer)
  const seconds = (performance.now() - from) / 1000
  const middle = Math.floor(weights.length / 2)
  const [first, second] = [Math.max(...weights.slice(0, middle)), Math.max(...weights.slice(middle))]
  const bare = await runBare(url)
  const speed = bare / seconds
  process.stdout.write(
    `${megabytes} MB in ${seconds.toFixed(0)} s (${(megabytes / seconds).toFixed(1)} MB a second); at most ${first.toFixed(0)} MB of memory in the first half, ${second.toFixed(0)} in the second; a bare loop ${bare.toFixed(0)} s, ${speed.toFixed(2)} of its speed (goal ${goal.speed})\n`,
  )
  process.exitCode = code === 0 && second <= first * goal.memory && speed >= goal.speed ? 0 : 1
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
