import { startCluster } from '../tools/postgres.ts'
import { buildAppToken, fillFhir } from './fhir-rows.ts'
import { member } from './server.ts'
import { goal, measureTimes, openSide, type Size } from './sides.ts'
import { table } from './table.ts'

/**
 * Whether apps are answered as fast from a million claims as from ten thousand (OS-1), and how much longer someone with 10,000 of them
 * waits: `node bench/fhir-growth.ts [CLAIMS]`. Exits with 1 when a goal is missed.
 */
const claims = Number(process.argv[2] ?? 1_000_000)
const rounds = 100
/** How much longer a page of someone with very many claims may take, in ms. */
const largeGoalMs = 15
const [ordinary, large] = [member, 'MEMBER02']
const totals: Readonly<Record<Size, number>> = { small: 10_000, big: claims }

const cluster = await startCluster()
const sides = []
for (const size of ['small', 'big'] as const) {
  sides.push(
    await openSide(cluster, {
      ...{ size, of: 'fhir', rows: totals[size], people: { ordinary } },
      fill: (database) =>
        fillFhir(database, {
          total: totals[size],
          owners: { [ordinary]: 40, [large]: size === 'small' ? 40 : 10_000 },
        }),
    }),
  )
}

const base = '/fhir/hmbcbs/r4/ExplanationOfBenefit'
const calls = {
  'page, newest first': '?_count=10&_sort=-_lastUpdated',
  'page by its day': '?_count=10&_sort=billable-period',
  'page of a status and a span': '?_count=10&status=active&service-date=ge2020-01-01',
  'none of a status': '?_count=10&status=draft',
}
const lines: string[][] = []
const missed: string[] = []
for (const person of [ordinary, large]) {
  for (const [name, query] of Object.entries(calls)) {
    const { small, big } = await measureTimes(sides, 'ordinary', {
      name,
      rounds,
      ask: (client) =>
        client.get(`${base}${query}`, {
          headers: { authorization: `Bearer ${buildAppToken(person)}`, cookie: undefined },
        }),
    })
    const isLarge = person === large
    lines.push([
      `${isLarge ? '40 and 10,000: ' : '40: '}${name}`,
      small.toFixed(2),
      big.toFixed(2),
      (big / small).toFixed(2),
    ])
    if (isLarge ? big - small > largeGoalMs : big / small > goal) missed.push(`${person}: ${name}`)
  }
}
console.log(table([['', 'small ms', 'big ms', 'ratio'], ...lines]))
for (const side of sides) await side.stop()
await cluster.stop()
for (const line of missed) console.log(`missed: ${line}`)
process.exit(missed.length === 0 ? 0 : 1)
