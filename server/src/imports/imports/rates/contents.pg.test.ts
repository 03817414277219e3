import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { csv, importFiles, testFolder } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { buildPrice, buildProvider, buildService } from '../../../../test/price-file.ts'
import { setSettings } from '../../../../test/settings.ts'
import { listPriceFiles } from '../../../care/rates/importing.ts'
import { readMemberPlan } from '../../../care/rates/plan-scope.ts'
import { listPrices } from '../../../care/rates/price-store.ts'

const portal = testPortal()
const folder = testFolder()
const brand = 'ibc'
const payer = 'Payer of a table of contents'

/** A price file that names no plan, which version 2 of the schema allows for files of several plans. */
const prices = (code: string, dollars: number, more: object = {}) =>
  JSON.stringify({
    ...{
      reporting_entity_name: payer,
      reporting_entity_type: 'issuer',
      last_updated_on: '2026-11-01',
      version: '2.0.0',
    },
    provider_references: [buildProvider(1, 1000000001, 'Clinic')],
    in_network: [buildService(code, [{ provider_references: [1], negotiated_prices: [buildPrice(dollars)] }])],
    ...more,
  })
const plan = (id: string, name: string, type = 'hios') => ({
  ...{ plan_name: name, plan_id_type: type, plan_id: id, plan_market_type: 'group', issuer_name: 'Issuer' },
})
const at = (name: string) => ({ description: 'prices', location: `https://payer.example/files/${name}` })
const structure = (plans: readonly object[], files: readonly object[], more: object = {}) => ({
  ...{ reporting_plans: plans, in_network_files: files, ...more },
})
const contents = (structures: readonly unknown[], more: object = {}) =>
  JSON.stringify({
    ...{
      reporting_entity_name: payer,
      reporting_entity_type: 'issuer',
      last_updated_on: '2026-11-01',
      version: '2.0.0',
    },
    reporting_structure: structures,
    ...more,
  })

async function take(files: Readonly<Record<string, string>> | readonly string[], more: object = {}) {
  const { counts, rejected } = await importFiles(portal.database, files, { kind: 'rates', brand, ...more })
  return {
    created: counts.created,
    told: rejected.map(({ file, path, reason }) => `${basename(file)} ${path} ${reason}`),
    warnings: (counts.warnings ?? []).map(({ reason, count }) => `${count} ${reason}`),
    skips: (counts.skips ?? []).map(({ type, count }) => `${count} ${type}`),
  }
}

/** The price in dollars that members of a plan see for a service. */
async function show(code: string, planIds: readonly string[], planName: string | null = null) {
  const of = { type: 'HCPCS', code, today: '2026-11-30', provider: null }
  return (await listPrices(portal.database.read, { brand, planIds, planName }, of)).rows.map(({ low }) => low / 100)
}
const [silver, gold] = ['10000PA001', '10000PA002']

describe('IM-8 tables of contents', () => {
  test('IM-8 a file without a plan applies to the plans in the table of contents, by the name in its URL', async () => {
    const { told, skips } = await take({
      'a_table.json': contents([
        structure(
          [plan(silver, 'Silver'), plan('111111111', 'Acme PPO', 'ein')],
          [at('2026-11_One.json.gz?Expires=1&Key=a')],
          {
            allowed_amount_file: at('out.json'),
          },
        ),
        structure([plan(gold, 'Gold')], [at('2026-11_Two%20b.json')]),
      ]),
      '2026-11_one.json': prices('T1', 10),
      '2026-11_two b.json': prices('T1', 20),
    })
    expect([told, skips]).toEqual([[], ['1 allowed amounts', '1 table of contents']])
    expect(await show('T1', ['10000PA0010001', silver])).toEqual([10])
    expect(await show('T1', ['10000PA0020001', gold])).toEqual([20])
    expect(await show('T1', ['ppo'], 'acme ppo')).toEqual([10])
    expect(await show('T1', ['10000PA0030001', '10000PA003'], 'Gold')).toEqual([])
    expect(await show('T1', [])).toEqual([])
    const listed = await listPriceFiles(portal.database.read, { brands: [brand], max: 10 })
    expect(listed.map(({ name, planId }) => `${name}: ${planId}`).sort()).toEqual([
      `2026-11_one.json: ${silver}, 111111111`,
      `2026-11_two b.json: ${gold}`,
    ])
  })

  test('IM-8 it may come later than its files, and alone; next month’s edition without one applies to the same plans', async () => {
    await take({ '2026-11_late.json': prices('T2', 10) })
    expect(await show('T2', ['10000PA003'])).toEqual([10])
    const table = contents([structure([plan(silver, 'Silver')], [at('2026-11_late.json'), at('never.json')])])
    expect((await take({ 'table.json': table })).warnings).toEqual([
      '1 names files of prices that are not here: load them',
    ])
    expect(await show('T2', ['10000PA003'])).toEqual([])
    expect(await show('T2', [silver])).toEqual([10])
    await take({ '2026-12_late.json': prices('T2', 12, { last_updated_on: '2026-12-01' }) })
    expect([await show('T2', ['10000PA003']), await show('T2', [silver])]).toEqual([[], [12]])
    // The same file with another table of contents.
    const other = contents([structure([plan(gold, 'Gold')], [at('2026-12_late.json')])])
    const again = prices('T2', 12, { last_updated_on: '2026-12-01' })
    expect((await take({ 'table.json': other, '2026-12_late.json': again })).created).toBe(0)
    expect([await show('T2', [silver]), await show('T2', [gold])]).toEqual([[], [12]])
  })

  test('IM-8 files beside it are loaded with it, and no others', async () => {
    const inside = join(folder, 'beside')
    mkdirSync(inside)
    writeFileSync(join(inside, 'index.json'), contents([structure([plan(silver, 'Silver')], [at('near.json')])]))
    writeFileSync(join(inside, 'Near.json'), prices('T3', 30))
    writeFileSync(join(inside, 'other.json'), prices('T3', 99))
    expect((await take([join(inside, 'index.json')])).told).toEqual([])
    expect([await show('T3', [silver]), await show('T3', [gold])]).toEqual([[30], []])
  })

  test('IM-8 unreadable parts of it cost nothing else, and a truncated one says nothing', async () => {
    const { told } = await take({
      'table.json': contents([
        structure([{ plan_name: 'No id' }], [at('four.json')]),
        structure([plan(gold, 'Gold')], [{ description: 'no address' }, at('four.json')]),
        'nothing',
      ]),
      'four.json': prices('T4', 40),
    })
    expect(told).toEqual([
      'table.json /reporting_structure/0/reporting_plans has no plan with a plan_id',
      'table.json /reporting_structure/1/in_network_files/0/location is no address of a file',
      'table.json /reporting_structure/2/reporting_plans has no plan with a plan_id',
    ])
    expect([await show('T4', [gold]), await show('T4', [silver])]).toEqual([[40], []])
    const cut = contents([structure([plan(silver, 'Silver')], [at('four.json')])]).slice(0, -2)
    expect((await take({ 'table.json': cut })).told).toEqual([expect.stringMatching(/^table.json .*cut short/)])
    expect(await show('T4', [silver])).toEqual([])
  })

  test('IM-8 a dry run with one changes nothing, and nothing remains of a file that is no longer shown', async () => {
    await take({ 'five.json': prices('T5', 50) })
    await take({ 'table.json': contents([structure([plan(gold, 'Gold')], [at('five.json')])]) }, { dryRun: true })
    expect(await show('T5', [silver])).toEqual([50])
    // Prices that are no longer shown are deleted with their plans.
    await take({ 'table.json': contents([structure([plan(gold, 'Gold')], [at('five.json')])]) })
    await sql`update rates_file set state = 'old' where brand = ${brand}`.execute(portal.database.read)
    await take({ 'six.json': prices('T6', 60) })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from rates_file_plan`.execute(
      portal.database.read,
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  test('IM-8 MP-26 a member of an exchange plan has the prices of its product, which price files name, and not those of a namesake', async () => {
    const members = csv({
      ...{ member_number: 'TOC1', first_name: 'Ada', last_name: 'Kestrel', date_of_birth: '1980-02-03' },
      ...{ group_number: 'G-1', plan_name: 'Gold', plan_id: '10000PA0010001-04', coverage_from: '2026-01-01' },
    })
    expect((await importFiles(portal.database, { 'm.csv': members }, { kind: 'members', brand })).rejected).toEqual([])
    await take({
      'table.json': contents([
        structure([plan(silver, 'Silver')], [at('own.json')]),
        structure([plan(gold, 'Gold')], [at('other.json')]),
      ]),
      'own.json': prices('T7', 70),
      'other.json': prices('T7', 7),
    })
    const { rows } = await sql<{ id: string }>`select member_id as id from member where member_number = 'TOC1'`.execute(
      portal.database.read,
    )
    const { scope } = await portal.database.transaction((tx) =>
      readMemberPlan(tx, rows[0]?.id ?? '', new Date('2026-11-30T17:00:00Z')),
    )
    expect(await show('T7', scope.planIds, scope.planName)).toEqual([70])
  })

  test('IM-8 IM-3 two brands, or two folders, whose tables name files with the same name each have their own', async () => {
    await setSettings(portal.database, brand, { IMPORT_PAYERS: payer })
    await setSettings(portal.database, 'fl', { IMPORT_PAYERS: 'Other Payer' })
    const of = { reporting_entity_name: 'Other Payer' }
    const [one, two] = ['one', 'two'].map((name) => join(folder, name)) as [string, string]
    for (const inside of [one, two]) mkdirSync(inside)
    const [table, index] = [join(one, 'table.json'), join(two, 'table.json')]
    writeFileSync(table, contents([structure([plan(silver, 'Silver')], [at('same.json')])]))
    writeFileSync(index, contents([structure([plan(gold, 'Gold')], [at('same.json')])], of))
    writeFileSync(join(one, 'same.json'), prices('T8', 80))
    // The other brand's file is missing: this brand's file does not stand in for it, and a warning says so.
    const any = { brand: null, brands: [brand, 'fl'] }
    expect((await take([table, index], any)).warnings).toEqual(['1 names files of prices that are not here: load them'])
    expect([await show('T8', [silver]), await show('T8', [gold])]).toEqual([[80], []])
    writeFileSync(join(two, 'same.json'), prices('T8', 8, of))
    expect((await take([table, index], any)).warnings).toEqual([])
    expect([await show('T8', [silver]), await show('T8', [gold])]).toEqual([[80], []])
    // Two payers of one brand, each with a folder.
    await sql`delete from app_config where key = 'IMPORT_PAYERS'`.execute(portal.database.read)
    await setSettings(portal.database, brand, { IMPORT_PAYERS: `${payer}; Other Payer` })
    const third = [join(folder, 'three'), join(folder, 'four')] as const
    for (const inside of third) mkdirSync(inside)
    const files = third.map((inside, at2) => {
      const said = at2 === 0 ? {} : of
      writeFileSync(join(inside, 'both.json'), prices('T9', 90 + at2, said))
      writeFileSync(
        join(inside, 'toc.json'),
        contents([structure([at2 === 0 ? plan(silver, 'Silver') : plan(gold, 'Gold')], [at('both.json')])], said),
      )
      return join(inside, 'toc.json')
    })
    expect((await take(files, any)).told).toEqual([])
    expect([await show('T9', [silver]), await show('T9', [gold])]).toEqual([[90], [91]])
  })
})
