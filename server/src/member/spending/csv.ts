import type { PayloadOf } from '@portico/contract/call'
import type { listTransactions as listCall } from '@portico/contract/calls/spending'
import type { Language } from '@portico/contract/page'
import { csvLines, csvMark, plainDollars } from '../../platform/csv.ts'
import type { Database } from '../../platform/db/database.ts'
import type { TextReader } from '../../platform/texts.ts'
import { findPerson, type SpendingScope } from './scope.ts'
import { describeTransactions } from './service.ts'
import {
  listTransactions,
  type SpendingAccount,
  sumYear,
  type TransactionFilter,
  type TransactionOrder,
} from './store.ts'
import { spendingTextsTo } from './texts.ts'

/** How many transactions we read at a time: memory use stays constant however many there are. */
const partSize = 1000

type Transaction = PayloadOf<typeof listCall>['transactions'][number]

/** Whose accounts the file is about, and in which language. */
export interface CsvAbout {
  readonly scope: SpendingScope
  readonly accounts: readonly SpendingAccount[]
  readonly language: Language
  readonly reader: TextReader
}

/** Transactions as CSV (MP-11), in parts. */
export async function* transactionsCsv(
  database: Database,
  about: CsvAbout,
  query: { readonly filter: TransactionFilter; readonly order: TransactionOrder },
): AsyncGenerator<Uint8Array> {
  const columns = transactionColumns(about)
  yield csvLines([columns.map(({ title }) => title)], csvMark)
  for (let offset = 0; ; offset += partSize) {
    const part = await database.transaction(async (tx) => {
      const rows = await listTransactions(tx, about.scope, { ...query, limit: partSize, offset })
      return describeTransactions(tx, about.scope, rows)
    })
    if (part.length > 0) yield csvLines(part.map((one) => columns.map(({ of }) => of(one))))
    if (part.length < partSize) return
  }
}

function transactionColumns(about: CsvAbout): { readonly title: string; readonly of: (one: Transaction) => string }[] {
  const say = spendingTextsTo(about.reader, about.language)
  const column = (id: Parameters<typeof say>[0], of: (one: Transaction) => string) => ({ title: say(id), of })
  return [
    column('date', (one) => one.date),
    column('account', (one) => accountText(about, one.accountId)),
    column('kind', (one) => say(`kind.${one.kind}`)),
    column('state', (one) => say(`state.${one.state}`)),
    // Two columns of non-negative amounts: a cell that starts with a minus could be taken for a formula.
    column('in', ({ amountCents: cents }) => (cents > 0 ? plainDollars(cents) : '')),
    column('out', ({ amountCents: cents }) => (cents < 0 ? plainDollars(-cents) : '')),
    column('paidBy', (one) => (one.paidBy === null ? '' : say(`by.${one.paidBy}`))),
    column('person', ({ person, withheld }) => (withheld ? say('withheld') : formatName(person))),
    column('payee', (one) => one.payee ?? ''),
    column('claim', (one) => one.claim?.claimNumber ?? ''),
    column('note', (one) => one.note ?? ''),
  ]
}

/** Totals of a year by account, person, kind and month, with the grand total at the end (MP-11). */
export async function* yearCsv(
  database: Database,
  about: CsvAbout,
  filter: { readonly year: number; readonly account: string | undefined },
): AsyncGenerator<Uint8Array> {
  const say = spendingTextsTo(about.reader, about.language)
  const titles = (['month', 'account', 'kind', 'paidBy', 'person', 'in', 'out'] as const).map((id) => say(id))
  yield csvLines([titles], csvMark)
  const rows = await sumYear(database.read, about.scope, filter)
  const sum = (figure: 'inCents' | 'outCents') => rows.reduce((cents, row) => cents + row[figure], 0)
  const lines = rows.map((row) => [
    `${filter.year}-${String(row.month).padStart(2, '0')}`,
    accountText(about, row.accountId),
    say(`kind.${row.kind}`),
    row.paidBy === null ? '' : say(`by.${row.paidBy}`),
    formatName(findPerson(about.scope, row.person)),
    plainDollars(row.inCents),
    plainDollars(-row.outCents),
  ])
  yield csvLines([
    ...lines,
    [say('total'), '', '', '', '', plainDollars(sum('inCents')), plainDollars(-sum('outCents'))],
  ])
}

function accountText({ accounts }: CsvAbout, accountId: string): string {
  const account = accounts.find((row) => row.account_id === accountId)
  return account === undefined ? '' : `${account.account_type} ${account.plan_year} ${account.account_number.slice(-4)}`
}

function formatName(person: Transaction['person']): string {
  return person === null ? '' : `${person.firstName} ${person.lastName}`.trim()
}
