import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { countMutants, mutationSeed, oddCells } from '../../../test/fuzz/mutations.ts'
import { createRandom } from '../../../test/fuzz/random.ts'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { csvKinds } from './csv/kinds.ts'

/** Tables of every kind with an oddity in one cell of each row, between sound rows. */
const portal = testPortal()
const folder = resolve(import.meta.dirname, '../../../../docs/samples')
const brand = 'ndbcbs'
const many = countMutants(150)

type Row = Readonly<Record<string, string>>

const readSample = (kind: string): readonly Row[] =>
  parse(readFileSync(join(folder, `${kind}.csv`), 'utf8'), { columns: true }) as Row[]

/** A cell in a spreadsheet's notation; an odd one may stay unquoted. */
const writeCell = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Lines of a table with an oddity in one cell of each row, except the sound ones, which come first and last. */
function mutateTable(
  rows: readonly Row[],
  columns: readonly string[],
  change: (row: Row, at: number) => Row = (row) => row,
) {
  const random = createRandom(mutationSeed)
  const write = (row: Row, odd: readonly [string, string] | null) =>
    columns.map((name) => (odd?.[0] === name ? odd[1] : writeCell(row[name] ?? ''))).join(',')
  const mutants = Array.from({ length: many }, (_, at) => {
    const text = random.pick(oddCells)
    const odd = [random.pick(columns), random.chance(20) ? text.replaceAll('\n', ' ') : writeCell(text)] as const
    return write(change(random.pick(rows), at), odd)
  })
  const sound = rows.map((row) => write(row, null))
  return { content: [columns.join(','), ...sound, ...mutants, ...sound].join('\n'), rows: many + 2 * sound.length }
}

beforeAll(async () => {
  for (const kind of ['fhir', 'members', 'agencies', 'agents'])
    await importFiles(portal.database, [join(folder, kind === 'fhir' ? 'fhir.ndjson' : `${kind}.csv`)], { kind, brand })
})

describe('IM-5 IM-6 a table with an oddity in one cell of each row', () => {
  test.each(csvKinds.map(({ name, columns }) => [name, Object.keys(columns)] as const))(
    'IM-5 IM-6 %s: each row is counted once, and the sound ones are loaded',
    async (kind, columns) => {
      const sample = readSample(kind)
      const file = mutateTable(sample, [...columns, 'brand', 'payer', 'updated_at'])
      const { counts, rejected } = await importFiles(
        portal.database,
        { [`${kind}.csv`]: file.content },
        { kind, brand },
      )
      expect(rejected.length).toBe(counts.rejected)
      expect(counts.read + (counts.skipped ?? 0)).toBe(file.rows)
      // First premiums belong to applications, which no sample has.
      if (kind === 'first-premiums') return
      const lines = file.content.split('\n').length
      const last = rejected.filter(({ line }) => line <= sample.length + 1 || line > lines - sample.length)
      expect(last.map(({ path, reason }) => `${path} ${reason}`)).toEqual([])
    },
  )

  test('IM-5 IM-7 a directory’s', async () => {
    const columns = ['npi', 'credential', 'taxonomy', 'geo', 'website', 'gender', 'languages', 'accepting']
    const more = ['hours', 'affiliations', 'rating', 'verified_on', 'source']
    const [sample] = readSample('directory')
    const own = (row: Row, at: number) => ({ ...row, name: `Odd Sample ${at}` })
    const file = mutateTable([sample ?? {}], [...Object.keys(sample ?? {}), ...columns, ...more], own)
    const { counts, rejected } = await importFiles(
      portal.database,
      { 'directory.csv': file.content },
      { kind: 'directory', brand },
    )
    expect(rejected.length).toBe(counts.rejected)
    expect(counts.read + (counts.skipped ?? 0)).toBeGreaterThanOrEqual(file.rows)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from directory_entry e
      join directory_generation g using (generation) where g.source = ${brand} and g.state = 'live' and e.name = 'Ann Sample'`.execute(
      portal.database.read,
    )
    expect(rows[0]?.count).toBe(1)
  })

  const parts = ['plans', 'benefits', 'rates', 'service', 'rating'] as const
  test.each(parts)('IM-5 IM-9 the exchange’s %s: it costs its plan at most', async (part) => {
    const sample = Object.fromEntries(parts.map((one) => [one, readSample(`plans.${one}`)]))
    const attributes = ['URLForSummaryofBenefitsCoverage', 'PlanBrochure', 'FormularyURL', 'ChildOnlyOffering']
    const more: Readonly<Record<string, readonly string[]>> = {
      plans: [
        ...attributes,
        'TEHBInnTier1FamilyPerGroupMOOP',
        'MEHBDedInnTier1Individual',
        'DEHBInnTier1IndividualMOOP',
      ],
      benefits: ['CopayOutofNet', 'CoinsOutofNet', 'LimitQty', 'LimitUnit', 'Explanation'],
      rates: ['RateEffectiveDate', 'RateExpirationDate'],
      service: ['IssuerId', 'MarketCoverage', 'DentalOnlyPlan', 'ZipCodes'],
      rating: [],
    }
    // Each mutant has its own plan, county or area.
    const own = (row: Row, at: number): Row => ({
      ...row,
      ...('PlanId' in row && { PlanId: row.PlanId?.replace(/\d{4}(?=$|-)/, String(1000 + at)) ?? '' }),
      ...('ServiceAreaName' in row && { ServiceAreaId: `NDS${at + 100}` }),
      ...(part === 'rating' && { RatingAreaId: `Rating Area ${at + 100}` }),
    })
    const [row = {}] = sample[part] ?? []
    const file = mutateTable([row], [...Object.keys(row), ...(more[part] ?? [])], own)
    // Repetitions are faults only in plans and rates.
    const once = file.content.slice(0, file.content.lastIndexOf('\n'))
    const files = Object.fromEntries(parts.map((one) => [`${one}.csv`, readFileSync(join(folder, `plans.${one}.csv`))]))
    const taken = await importFiles(portal.database, { ...files, [`${part}.csv`]: once }, { kind: 'plans', brand })
    expect(taken.rejected.length).toBe(taken.counts.rejected)
    expect(taken.rejected.map(({ reason }) => reason).filter((reason) => /nothing was imported/.test(reason))).toEqual(
      [],
    )
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from shop_plan p join shop_rate r
      using (brand, plan_year, plan_id) where p.brand = ${brand} and p.plan_id = '12345ND0010001'`.execute(
      portal.database.read,
    )
    expect(rows[0]?.count).toBeGreaterThan(0)
  })
})
