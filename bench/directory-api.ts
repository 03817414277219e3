import { sql } from 'kysely'
import { listReceivedCandidates } from '../server/src/apis/fhir/directory/received-source.ts'
import { createDatabase } from '../server/src/platform/db/database.ts'
import { openPostgres } from '../server/src/platform/db/engine.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { startCluster } from '../tools/postgres.ts'
import { median } from './sides.ts'
import { table } from './table.ts'

/**
 * Whether apps' searches of a directory that came as Plan-Net take at most three times as long as a bare statement that finds the same
 * roles (OS-13, OS-22), in alternating rounds: `node bench/directory-api.ts [ROLES]`, 1,000,000 by default. Exits with 1 when the goal is
 * missed.
 */
const roles = Number(process.argv[2] ?? 1_000_000)
const people = Math.ceil(roles / 3)
const goal = 3
const rounds = 5
const cluster = await startCluster()
const database = createDatabase(openPostgres({ url: await cluster.database('directory_api'), poolSize: 2 }))

const put = (
  type: string,
  count: number,
  columns: Readonly<Record<'id' | 'provider' | 'tokens' | 'refs' | 'body', string>>,
) =>
  `insert into fhir_directory (generation, type, id, provider_id, places, updated, profiles, tokens, refs, content_hash, body)
   select 1, '${type}', ${columns.id}, ${columns.provider}, '{}', now(), '{}', ${columns.tokens}, ${columns.refs}, '\\x00',
     '{"resourceType":"${type}","id":"' || ${columns.id} || '","active":true' || ${columns.body} || '}'
   from generate_series(1::bigint, ${count}) i`
const putText = (type: string, count: number, id: string, texts: Readonly<Record<string, string>>) =>
  `insert into fhir_directory_value (generation, type, parameter, value, id)
   select 1, '${type}', t.parameter, t.value, ${id} from generate_series(1::bigint, ${count}) i
   cross join lateral (values ${Object.entries(texts)
     .map(([name, value]) => `('${name}', ${value})`)
     .join(', ')}) as t (parameter, value)`

/** A fifth of all places are in the first of 5,000 towns. */
const town = `'town' || case when i % 5 = 0 then 0 else (i * 7919) % 5000 end || 'ville'`
const family = `'family' || (i * 104729) % 20000`
const filling = [
  put('Practitioner', people, {
    id: `'p' || i`,
    provider: `'p' || i`,
    tokens: `array['identifier:' || i]`,
    refs: `'{}'`,
    body: `',"gender":"female"'`,
  }),
  putText('Practitioner', people, `'p' || i`, { family, name: family }),
  put('Location', people, {
    id: `'l' || i`,
    provider: 'null',
    tokens: `'{}'`,
    refs: `'{}'`,
    body: `',"status":"active"'`,
  }),
  putText('Location', people, `'l' || i`, { 'address-city': town, 'address-state': `'pa'` }),
  put('Organization', 20, {
    id: `'o' || i`,
    provider: 'null',
    tokens: `array['type:ntwk']`,
    refs: `array['partof=Organization/o1']`,
    body: `',"name":"x"'`,
  }),
  putText('Organization', 20, `'o' || i`, { name: `'network ' || i` }),
  put('PractitionerRole', roles, {
    id: `'r' || i`,
    provider: `'p' || (1 + i % ${people})`,
    tokens: `array['specialty:s' || i % 200]`,
    refs: `array['practitioner=Practitioner/p' || (1 + i % ${people}), 'location=Location/l' || (1 + (i * 31) % ${people}), 'network=Organization/o' || (1 + i % 20)]`,
    body: `',"text":"' || repeat('x', 600) || '"'`,
  }),
  `insert into fhir_directory_value (generation, type, parameter, value, id) select 1, type, split_part(ref, '=', 1), split_part(ref, '=', 2), id
   from fhir_directory, unnest(refs) ref`,
  `insert into directory_seat (generation, brand, network_id, provider_id, zip) select 1, 'neb', 'o1', 'p' || i, '' from generate_series(1::bigint, ${people}) i`,
]

const of = {
  generation: 1,
  brand: 'neb',
  day: '2026-11-30',
  base: 'http://localhost/fhir/neb/directory',
  corrected: [],
  hidden: [],
}
const searches: Readonly<Record<string, readonly (readonly [written: string, text: string])[]>> = {
  'by its id': [['_id', 'r4711']],
  'a specialty': [['specialty', 's7']],
  'a town of few': [['location.address-city', 'town4711']],
  'a town of a fifth of all': [['location.address-city', 'town0ville']],
  'a town of few and a family name': [
    ['location.address-city', 'town47'],
    ['practitioner.family', 'family4'],
  ],
  'a large town, a specialty and a plan': [
    ['location.address-city', 'town0'],
    ['specialty', 's10'],
    ['network.partof.name', 'network 1'],
  ],
  'a town that is not there': [['location.address-city', 'nowhere']],
}

/** Finds the same roles by one statement, with the parameters written out. */
function runBare(terms: readonly (readonly [string, string])[]) {
  const conditions = terms.map(([written, text]) => {
    if (written === '_id') return sql`r.id = ${text}`
    if (written === 'specialty') return sql`r.tokens && ${[`specialty:${text}`]}::text[]`
    if (written === 'network.partof.name') return sql`true`
    const [name = '', parameter] = written.split('.')
    const type = name === 'location' ? 'Location' : 'Practitioner'
    return sql`r.id in (select v.id from fhir_directory_value x join fhir_directory_value v on v.generation = 1
      and v.type = 'PractitionerRole' and v.parameter = ${name} and v.value = ${`${type}/`} || x.id
      where x.generation = 1 and x.type = ${type} and x.parameter = ${parameter} and x.value ~>=~ ${text}
        and x.value ~<~ ${`${text}\u{10ffff}`})`
  })
  return sql`select r.body from fhir_directory r where r.generation = 1 and r.type = 'PractitionerRole'
    and ${sql.join(conditions, sql` and `)} order by r.id limit 21`.execute(database.read)
}

/** Without a request's time limit. */
const run = (text: string) => database.apart((one) => one.executeQuery({ ...sql.raw(text).compile(one) } as never))

let missed = 0
try {
  await migrate(database)
  for (const text of filling) await run(text)
  for (const name of ['fhir_directory', 'fhir_directory_value', 'directory_seat']) await run(`vacuum (analyze) ${name}`)
  const rows: string[][] = [['search', 'found', 'ms', 'bare ms', 'ratio']]
  for (const [name, asked] of Object.entries(searches)) {
    const terms = asked.map(([written, text]) => ({ written, text }))
    const [own, bare]: [number[], number[]] = [[], []]
    let found = 0
    for (let round = -1; round < rounds; round++) {
      const from = performance.now()
      const page = await listReceivedCandidates(
        database.read,
        'PractitionerRole',
        { terms, includes: [], after: null, limit: 21 },
        of,
      )
      const between = performance.now()
      // It may take longer than a request is allowed to.
      await runBare(asked).catch(() => undefined)
      if (round < 0) continue
      own.push(between - from)
      bare.push(performance.now() - between)
      found = page.length
    }
    const ratio = median(own) / median(bare)
    if (ratio > goal && median(own) > 2) missed += 1
    rows.push([name, String(found), median(own).toFixed(2), median(bare).toFixed(2), ratio.toFixed(2)])
  }
  process.stdout.write(table(rows))
} finally {
  await database.close()
  await cluster.stop()
}
process.exitCode = missed > 0 ? 1 : 0
