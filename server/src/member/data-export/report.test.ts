import { contactNames } from '@portico/rules/identity/contact'
import { languages } from '@portico/rules/languages/list'
import { expect, test } from 'vitest'
import { toCamel } from '../../platform/db/column-names.ts'
import { type ExportedTable, exportedTables, listExportedColumns, tables } from '../../platform/db/tables.ts'
import { composeReport } from './report.ts'
import { reportWords } from './report-words.ts'
import type { PersonData } from './store.ts'

/** Parts of the file for programs that the document leaves out. */
const partsForPrograms: readonly string[] = [
  // What pages store for themselves, such as which parts are collapsed.
  ...['smallState', 'agencyPreference'],
  // Codes of brands and shops that only say which pages to offer.
  ...['ratings', 'worksForBrands'],
  // Plans put aside in the shop, by the plan's id.
  ...['carts', 'cartPlans'],
  // Names of e-mail templates, kept so that no e-mail goes out twice.
  'emailsAskedFor',
  // How claims came about; the document shows each as a whole.
  ...['claimLines', 'claimVersions'],
]

/** The parts that people enter themselves: the document must show every column, except those left out on purpose. */
const entered = {
  account: [
    ...['role', 'brand', 'county', 'market', 'ecid', 'npn', 'ffmId', 'challengeQuestion', 'employee', 'entitlements'],
  ],
  notifications: ['changedAt'],
} as const

const listTables = (owner: 'account' | 'member') => exportedTables.filter((table) => tables[table].of === owner)
const listColumns = (table: ExportedTable) =>
  listExportedColumns<ExportedTable>(table).map((column) => toCamel<string>(column))

/** Records the name of every property that is read, after `prefix`. */
function trackReads(values: Readonly<Record<string, unknown>>, prefix: string, read: Set<string>) {
  const note = (target: object, name: string | symbol) => {
    read.add(`${prefix}${String(name)}`)
    return Reflect.get(target, name)
  }
  return new Proxy(values, { get: note })
}

test('RG-3 the document for people has every part of the file for programs, and every column that people enter', () => {
  const read = new Set<string>()
  const buildRow = (table: ExportedTable) => {
    const values = listColumns(table).map((column) => [column, column.endsWith('At') ? new Date() : '2026-01-01'])
    return trackReads(Object.fromEntries(values), `${tables[table].part}.`, read)
  }
  const listParts = (owner: 'account' | 'member') =>
    Object.fromEntries(
      listTables(owner).map((table) => {
        const { part } = tables[table]
        // Products are shown with their coverage.
        return [part, part in entered || part === 'coverages' ? [buildRow(table)] : []]
      }),
    )
  const data = {
    account: buildRow('account'),
    signIn: trackReads(listParts('account'), '', read),
    member: trackReads({ ...listParts('member'), person: buildRow('member') }, '', read),
  } as unknown as PersonData
  composeReport(data, {
    agencyNames: {},
    appNames: {},
    lineNames: {},
    language: 'en',
    brandName: 'Blue Plan',
    now: new Date(),
  })

  const parts: readonly string[] = exportedTables.map((table) => tables[table].part)
  expect(parts.filter((part) => part !== 'account' && !read.has(part)).sort()).toEqual([...partsForPrograms].sort())
  for (const table of ['account', 'notification_choice'] as const) {
    const { part } = tables[table]
    expect(listColumns(table).filter((column) => !read.has(`${part}.${column}`))).toEqual(entered[part])
  }
})

test('RG-3 LG-4 the document names every line of contact information in each language', () => {
  for (const language of languages) {
    const { contactField } = reportWords(language)
    const labels = contactNames.flatMap((name) => contactField(name, 'x')).map((one) => 'label' in one && one.label)
    expect(new Set(labels).size).toBe(contactNames.length)
  }
  const label = (name: 'city' | 'nickName') => reportWords('es').contactField(name, 'x')
  expect(label('city')).toMatchObject([{ label: 'Ciudad' }])
  expect(label('nickName')).toMatchObject([{ label: 'Cómo le llamamos' }])
})
