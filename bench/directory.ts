import { resolve } from 'node:path'
import { sql } from 'kysely'
import { loadBrands } from '../server/src/brands/brand/load.ts'
import { loadZipTable } from '../server/src/brands/zip/table.ts'
import { computeTerm } from '../server/src/care/finder/entry.ts'
import { listSeated } from '../server/src/care/finder/listed.ts'
import { createPlaces } from '../server/src/care/finder/places.ts'
import { search } from '../server/src/care/finder/search.ts'
import { suggest } from '../server/src/care/finder/service.ts'
import { readShown } from '../server/src/care/finder/store.ts'
import { easternDay } from '../server/src/platform/day.ts'
import { createDatabase } from '../server/src/platform/db/database.ts'
import { openPostgres } from '../server/src/platform/db/engine.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { startCluster } from '../tools/postgres.ts'
import { table } from './table.ts'

/**
 * Whether searching is as fast among a million providers as among ten thousand (MP-22), compared with a bare statement that finds
 * the nearest of the same rows: `node bench/directory.ts [PROVIDERS]`, 1,000,000 by default. Exits with 1 when a goal is missed.
 */
const big = Number(process.argv[2] ?? 1_000_000)
const sizes = [10_000, big] as const
const rounds = 60
const goals = { bare: 3, growth: 1.5, suggestMs: 30 }

const root = resolve(import.meta.dirname, '..')
const specialties = [
  'cardiology',
  'dermatology',
  'orthopedics',
  'pediatrics',
  'pharmacy',
  'hospital',
  'obgyn',
  'dentistry',
  'neurology',
  'urology',
]
const beginnings = [
  'ald',
  'ber',
  'cor',
  'dun',
  'est',
  'fal',
  'gor',
  'hal',
  'ing',
  'jor',
  'kel',
  'lan',
  'mar',
  'nor',
  'oll',
  'pet',
  'ros',
  'sul',
  'tor',
  'wes',
]
const endings = [
  'anson',
  'bridge',
  'castle',
  'dorf',
  'elli',
  'field',
  'gate',
  'hurst',
  'ington',
  'kins',
  'low',
  'man',
  'nelly',
  'owski',
  'perez',
  'quist',
  'ridge',
  'stein',
  'ton',
  'well',
]
const names = beginnings.flatMap((begin) => endings.map((end) => begin + end))

const brandCodes = new Set(loadBrands(resolve(root, 'brands')).keys())
const zips = loadZipTable({
  tablePath: resolve(root, 'demo/zip-county.csv.gz'),
  territoryPath: resolve(root, 'brands/territory.json'),
  brandCodes,
})
const places = createPlaces(zips)

/** Places providers on ZIP code points the way people are distributed, denser in the middle of the country. */
async function fill(url: string, providers: number) {
  const database = createDatabase(openPostgres({ url, poolSize: 2 }))
  await migrate(database)
  // Without the time limits of requests.
  const run = (text: string, values: readonly unknown[] = []) =>
    database.apart((one) => one.executeQuery({ ...sql.raw(text).compile(one), parameters: values } as never))
  await run(
    `insert into directory_generation (source, state, begun_at, live_at, entries, facts, run_id)
     values ('', 'live', now(), now(), ${providers}, '{}', gen_random_uuid())`,
  )
  const { generation } = await database.read
    .selectFrom('directory_generation')
    .select('generation')
    .executeTakeFirstOrThrow()
  const towns = places.towns().slice(0, 5000)
  await run(
    'create table bench_town as select * from unnest($1::float8[], $2::float8[]) with ordinality as t (lat, lon, n)',
    [towns.map(({ point }) => point.lat), towns.map(({ point }) => point.lon)],
  )
  const terms = [...specialties.map((one) => ['s', one] as const), ...names.map((one) => ['w', one] as const)]
  await run('create table bench_term as select * from unnest($1::text[], $2::bigint[]) as t (word, term)', [
    terms.map(([kind, word]) => `${kind}${word}`),
    terms.map(([kind, word]) => computeTerm(generation, kind, word)),
  ])
  await run(
    `insert into directory_entry (generation, provider_id, place, npi, kind, name, specialties, words, address, city, state, zip, lat, lon,
      exact, languages, affiliations, content_hash)
     select ${generation}, 'p' || i, 'a', null, 'individual', initcap(w1) || ' ' || initcap(w2), array[s], array[w1, w2], i || ' Main St', 'Town', 'PA',
       '15222', t.lat + ((i * 7919) % 1000 - 500) / 3000.0, t.lon + ((i * 104729) % 1000 - 500) / 3000.0, true, '{}', '{}', '\\x00'
     from generate_series(1::bigint, ${providers}) i
     cross join lateral (select ($1::text[])[(1 + i % ${specialties.length})::int] as s, ($2::text[])[(1 + (i * 31) % ${names.length})::int] as w1,
       ($2::text[])[(1 + (i / 7) % ${names.length})::int] as w2) x
     join bench_town t on t.n = 1 + floor(5000 * power(((i * 48271) % 2147483647) / 2147483647.0, 2))::int`,
    [specialties, names],
  )
  await run('drop index directory_term_near')
  await run(
    `insert into directory_term select b.term, point(e.lon, degrees(ln(tan(pi() / 4 + radians(e.lat) / 2)))), e.generation, e.provider_id, e.place
     from directory_entry e cross join lateral unnest('s' || e.specialties[1] || array['w' || e.words[1], 'w' || e.words[2]]) as w (word)
     join bench_term b on b.word = w.word`.replace(
      "'s' || e.specialties[1] || array[",
      "array['s' || e.specialties[1], ",
    ),
  )
  await run('create index directory_term_near on directory_term using gist (term, spot)')
  await run(
    `insert into directory_word select ${generation}, w, count(*) from directory_entry, unnest(words) w group by w`,
  )
  for (const name of ['directory_term', 'directory_entry', 'directory_word']) await run(`vacuum (analyze) ${name}`)
  return { database, generation }
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const cluster = await startCluster()
let missed = 0
try {
  const measured = new Map<string, number>()
  const rows: string[][] = [['', ...sizes.map((size) => `${size.toLocaleString('en')}: p50`), 'p95', 'ratio']]
  const all: { database: Awaited<ReturnType<typeof fill>>; size: number }[] = []
  for (const size of sizes) all.push({ size, database: await fill(await cluster.database(`directory${size}`), size) })
  const centers = places.towns().slice(0, rounds)
  const asked = { brand: 'hmbcbs', place: '', miles: 100, sort: 'best' as const, page: 1, networks: [], kinds: [] }
  const flags = { accepting: false, telehealth: false, wheelchair: false, saturday: false }
  const about = { places, language: 'en' as const, now: new Date() }
  const kinds = {
    bare: async ({ database, generation }: Awaited<ReturnType<typeof fill>>, at: number) => {
      const { lat, lon } = centers[at]?.point ?? { lat: 40, lon: -80 }
      const y = (180 / Math.PI) * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
      await sql`select e.* from (select provider_id, place from directory_term where term = ${computeTerm(generation, 's', 'cardiology')}
        order by spot <-> point(${lon}, ${y}) limit 201) near join directory_entry e on e.generation = ${generation}
        and e.provider_id = near.provider_id and e.place = near.place`.execute(database.read)
    },
    'by specialty': ({ database }: Awaited<ReturnType<typeof fill>>, at: number) =>
      database.snapshot((tx) =>
        search(tx, { ...asked, ...flags, text: 'heart doctor', point: centers[at]?.point }, about),
      ),
    'by name with a slip': ({ database }: Awaited<ReturnType<typeof fill>>, at: number) =>
      database.snapshot((tx) =>
        search(tx, { ...asked, ...flags, text: 'corcaslte', point: centers[at]?.point }, about),
      ),
    suggestions: ({ database }: Awaited<ReturnType<typeof fill>>, at: number) =>
      database.snapshot((tx) =>
        suggest(tx, { brand: 'hmbcbs', text: beginnings[at % beginnings.length] ?? 'cor', place: '' }, about),
      ),
  }
  // An app's search reads entries in the order of their keys, so that a value that nobody has would be looked for in all of them.
  const nobody = { people: true, providerIds: null, places: null, networkIds: null, specialties: null, cities: null }
  const wanted = {
    filter: { ...nobody, states: null, zips: null, names: ['zzyzx'] },
    eachOnce: true,
    after: null,
    without: null,
  }
  const searches = {
    ...kinds,
    'a part of a name that nobody has': async ({ database }: Awaited<ReturnType<typeof fill>>) =>
      listSeated(database.read, await readShown(database.read, asked.brand), {
        ...{ ...wanted, limit: 21, day: easternDay(about.now) },
      }),
  }
  for (const [name, work] of Object.entries(searches)) {
    const times = new Map<number, number[]>(sizes.map((size) => [size, []]))
    for (let at = -10; at < rounds; at++) {
      for (const { size, database } of all) {
        const from = performance.now()
        await work(database, Math.abs(at))
        if (at >= 0) times.get(size)?.push(performance.now() - from)
      }
    }
    const p50 = sizes.map((size) => percentile(times.get(size) ?? [], 0.5))
    const p95 = percentile(times.get(big) ?? [], 0.95)
    const ratio = (p50[1] ?? 0) / (p50[0] ?? 1)
    measured.set(name, p50[1] ?? 0)
    rows.push([name, ...p50.map((one) => one.toFixed(2)), p95.toFixed(2), ratio.toFixed(2)])
    if (name !== 'bare' && ratio > goals.growth) missed += 1
    if (name === 'suggestions' && p95 > goals.suggestMs) missed += 1
  }
  process.stdout.write(table(rows))
  for (const name of ['by specialty', 'by name with a slip']) {
    const ratio = (measured.get(name) ?? 0) / (measured.get('bare') ?? 1)
    process.stdout.write(`\n${name} is ${ratio.toFixed(2)} times the bare nearest (goal ${goals.bare})`)
    if (ratio > goals.bare) missed += 1
  }
  process.stdout.write('\n')
  for (const { database } of all) await database.database.close()
} finally {
  await cluster.stop()
}
process.exitCode = missed === 0 ? 0 : 1
