import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry, Eob, EobItem } from './dialects.ts'

/** What `docs/imports.md` says that the amounts of claims in each dialect mean. */

/** Meanings of amounts by the words of the document. */
const meanings = {
  billed: 'billed',
  allowed: 'allowed',
  discount: 'discount',
  'plan paid': 'planPaid',
  'paid to the provider': 'paidToProvider',
  'paid to the patient': 'paidToPatient',
  'other insurance paid': 'otherPaid',
  deductible: 'deductible',
  copay: 'copay',
  coinsurance: 'coinsurance',
  'not covered': 'notCovered',
  'your share': 'share',
} as const
export type Kind = (typeof meanings)[keyof typeof meanings]
export const kinds: readonly Kind[] = Object.values(meanings)

const shareParts: readonly Kind[] = ['deductible', 'copay', 'coinsurance', 'notCovered', 'share']

/** What each table says of a field and code, e.g. `total clm_tot_chrg_amt`. */
const document = readFileSync(join(import.meta.dirname, '../../../docs/imports.md'), 'utf8')
const tables = new Map(
  document.split(/^### /m).flatMap((part) => {
    const [name = '', ...lines] = part.split('\n')
    const rows = lines.flatMap((line) => {
      const [, field = '', codes = '', meaning = ''] = /^\| `([a-zA-Z.]+)`(?: (`.+?`))? \| (.+) \|$/.exec(line) ?? []
      const names = codes.replaceAll('` with `', ' ').match(/[^`,]+/g) ?? ['']
      return names.map((code) => [`${field} ${code.trim()}`.trim().toLowerCase(), meaning] as const)
    })
    return [[name.trim(), new Map(rows)] as const]
  }),
)

export function findTable(name: string): ReadonlyMap<string, string> {
  const table = new Map(tables.get(name))
  if (name !== 'BCDA') return table
  return new Map([...findTable('Blue Button 2'), ...findTable('Blue Button 3')])
}

interface Level {
  readonly cents: ReadonlyMap<Kind, number>
  readonly words: readonly number[]
}

/** What a table says of the amounts of one level. An amount that it does not tell fails the test. */
export function buildLevel(
  table: ReadonlyMap<string, string>,
  fields: readonly (readonly [string, readonly Entry[]])[],
): Level {
  const said = fields.flatMap(([field, entries]) =>
    entries.flatMap(({ category, amount }) => {
      if (amount === undefined) return []
      const codes = category.coding.map(({ code }) => (code.split('/').at(-1) ?? '').toLowerCase())
      const keys = [`${field} ${codes.join(' ')}`, ...codes.toReversed().map((code) => `${field} ${code}`)]
      const meaning = keys.map((key) => table.get(key.toLowerCase())).find(Boolean)
      if (meaning === undefined) throw new Error(`The table says nothing of ${keys[0]}.`)
      return { meaning, cents: Math.round(amount.value * 100) }
    }),
  )
  const cents = new Map<Kind, number>()
  const words: number[] = []
  const add = (words: string, more: number) => {
    const kind = meanings[words as keyof typeof meanings]
    if (kind === undefined) throw new Error(`“${words}” is no meaning.`)
    cents.set(kind, (cents.get(kind) ?? 0) + more)
  }
  const conditional = ' if nothing else says it, else in the payer’s words'.replace('’', "'")
  for (const { meaning, cents: more } of said) {
    if (meaning === "in the payer's words") words.push(more)
    else if (meaning !== 'not read' && !meaning.endsWith(conditional)) add(meaning, more)
  }
  const isSaid = new Set(cents.keys())
  for (const { meaning, cents: more } of said.filter((one) => one.meaning.endsWith(conditional))) {
    const name = meaning.slice(0, -conditional.length)
    const kind = meanings[name as keyof typeof meanings]
    const told = kind === 'share' ? shareParts : [kind]
    if (told.some((one) => isSaid.has(one))) words.push(more)
    else add(name, more)
  }
  return { cents, words }
}

const isCms = ({ category }: Entry) => category.coding.some(({ system }) => system?.includes('bluebutton.cms.gov'))

/** The levels of a claim, the one that counts first. */
export function buildLevels(table: ReadonlyMap<string, string>, eob: Eob): Level[] {
  // CARIN's tables say it once for all fields.
  const asTotal = (field: string) => (table.has(`${field} submitted`) || !table.has('total eligible') ? field : 'total')
  const header = (eob.adjudication ?? []).filter(({ amount }) => amount !== undefined)
  const balances = (eob.benefitBalance ?? []).flatMap(({ financial }) =>
    (financial as { type: Entry['category']; usedMoney?: Entry['amount'] }[]).flatMap(({ type, usedMoney }) =>
      usedMoney === undefined ? [] : [{ category: type, amount: usedMoney }],
    ),
  )
  const lineLevel = ({ adjudication = [] }: EobItem) =>
    buildLevel(table, [[asTotal('item.adjudication'), adjudication]])
  const paid = eob.payment?.amount
  const payment = new Map<Kind, number>(paid === undefined ? [] : [['planPaid', Math.round(paid.value * 100)]])
  return [
    buildLevel(table, [
      ['total', eob.total ?? []],
      ['adjudication', header.filter(isCms)],
    ]),
    buildLevel(table, [[asTotal('adjudication'), header.filter((one) => !isCms(one))]]),
    { cents: payment, words: [] },
    buildLevel(table, [['benefitBalance', balances]]),
    ...(eob.item ?? []).filter(isTotal).map(lineLevel),
    sumLevels(linesIn(eob).map(lineLevel)),
  ]
}

const isTotal = ({ revenue }: EobItem) => revenue?.coding.some(({ code }) => code === '0001') === true
export const linesIn = ({ item = [], addItem = [] }: Eob) => [...item.filter((one) => !isTotal(one)), ...addItem]

function sumLevels(lines: readonly Level[]): Level {
  const speaking = lines.filter(({ cents }) => cents.size > 0)
  const kinds = [...(speaking[0]?.cents.keys() ?? [])].filter((kind) => speaking.every(({ cents }) => cents.has(kind)))
  const total = (kind: Kind) => speaking.reduce((sum, { cents }) => sum + (cents.get(kind) ?? 0), 0)
  return { cents: new Map(kinds.map((kind) => [kind, total(kind)])), words: [] }
}

const payments: readonly Kind[] = ['planPaid', 'paidToProvider', 'paidToPatient']

/** The amounts that levels of a file state: each by the first level that has it, what the plan pays by one of them. */
export function listStated(levels: readonly Level[]): ReadonlyMap<Kind, number> {
  const stated = new Map<Kind, number>()
  for (const { cents } of levels.toReversed()) {
    for (const [kind, amount] of cents) if (!payments.includes(kind)) stated.set(kind, amount)
  }
  const paying = levels.find(({ cents }) => payments.some((kind) => cents.has(kind)))?.cents
  if (paying !== undefined) {
    const parts = (paying.get('paidToProvider') ?? 0) + (paying.get('paidToPatient') ?? 0)
    stated.set('planPaid', paying.get('planPaid') ?? parts)
  }
  return stated
}
