import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ANCHOR } from '../../server/src/demo/demo/record.ts'
import { findFolder } from './folder.ts'

/**
 * `npm run demo:make` writes `demo/spending/`, the spending accounts of the demo's members as of the anchor date, one
 * CSV file per brand. The same on every run. The claims that they pay are those in `demo/record/`.
 */
const folder = join(findFolder(), 'spending')

type Row = Readonly<Record<string, string>>

interface Moved {
  readonly date: string
  readonly kind: string
  /** Dollars; money into the account is positive. */
  readonly amount: number
  readonly more?: Row
}

interface Account {
  readonly brand: string
  readonly member: string
  readonly number: string
  readonly cells: Row
  /** Plan years, oldest first; only what differs from year to year. */
  readonly years: readonly Row[]
  readonly moved: readonly Moved[]
}

const dayMs = 24 * 60 * 60 * 1000
const dayBefore = (days: number) => new Date(Date.parse(ANCHOR) - days * dayMs).toISOString().slice(0, 10)

/** Repeats a transaction every so many days, back from the anchor date over two years. */
function every(days: number, first: number, moved: Omit<Moved, 'date'>): Moved[] {
  const found: Moved[] = []
  for (let ago = first; ago < 730; ago += days) found.push({ ...moved, date: dayBefore(ago) })
  return found
}

const payBy = (by: 'employee' | 'employer') => ({ paid_by: by })
const pays = (date: string, amount: number, payee: string, more: Row = {}, kind = 'card'): Moved => ({
  date,
  kind,
  amount: -amount,
  more: { payee, ...more },
})
const claim = (number: string, person?: string): Row => ({
  claim_number: number,
  ...(person !== undefined && { person_number: person }),
})
const calendar = (year: number): Row => ({
  plan_year: String(year),
  begin_date: `${year}-01-01`,
  end_date: `${year}-12-31`,
})
const both = (of: (year: number) => Row) => [of(2025), of(2026)]

const accounts: readonly Account[] = [
  {
    brand: 'hmbcbs',
    member: '99406232200',
    number: 'FSA-40722',
    cells: { account_type: 'fsa', vendor_name: 'Keystone Benefits', election: '3250' },
    years: both((year) => ({ ...calendar(year), claim_by: `${year + 1}-03-31` })),
    moved: [
      ...every(14, 3, { kind: 'contribution', amount: 120, more: payBy('employee') }),
      pays('2026-06-10', 10, 'Corner Pharmacy', claim('C932949976')),
      pays('2026-08-05', 50, 'Lakeside Heart and Lung', claim('C932949977')),
      pays('2026-09-01', 81.32, 'Union Laboratory', claim('C932949978'), 'payment'),
      pays('2026-09-02', 25, 'Quiet Harbor Counseling', claim('C932949979')),
      pays('2026-09-08', 10, 'Corner Pharmacy', claim('C932949980')),
      pays('2026-09-25', 79.9, 'Bright Smile Dental', claim('C932949981')),
      pays('2026-10-21', 45, 'Corner Pharmacy', claim('C932949984')),
      pays('2026-12-02', 600, 'Riverside General Hospital', claim('C721449307'), 'payment'),
      pays('2026-12-19', 146, 'Hilltop Physical Therapy', claim('C721449305'), 'reimbursement'),
      pays('2026-05-20', 106.32, 'Main Street Primary Care', claim('C932951898', '99406232202'), 'payment'),
      pays('2026-11-30', 120, 'Family Eye Center', { state: 'receipt-needed', note: 'Send the itemized receipt' }),
      pays('2026-10-12', 79, 'Whitening at Home', { state: 'denied', note: 'Cosmetic care' }, 'reimbursement'),
      pays('2025-11-12', 187.5, 'Family Eye Center', { person_number: '99406232201' }),
      pays('2025-10-02', 210, 'Bright Smile Dental', {}, 'reimbursement'),
      pays('2025-08-20', 64.25, 'Corner Pharmacy'),
      pays('2025-05-14', 412, 'Union Laboratory', {}, 'payment'),
      { date: '2026-02-11', kind: 'fee', amount: -2.5, more: { note: 'Replacement card' } },
      { date: '2026-02-18', kind: 'adjustment', amount: 2.5, more: { note: 'Fee waived' } },
    ],
  },
  // Only people with a high-deductible plan, and no other coverage, may pay into a health savings account.
  {
    brand: 'hmbcbs',
    member: '45120077800',
    number: 'HSA-40718',
    cells: { account_type: 'hsa', vendor_name: 'Keystone Savings', coverage_level: 'family', begin_date: '2021-03-01' },
    // The balance from earlier years and these two.
    years: both((year) => ({ plan_year: String(year), balance: '8412.67' })),
    moved: [
      ...every(14, 3, { kind: 'contribution', amount: 150, more: payBy('employee') }),
      ...every(91, 20, { kind: 'contribution', amount: 250, more: payBy('employer') }),
      ...every(30, 1, { kind: 'interest', amount: 2.14 }),
      pays('2026-06-10', 19.2, 'Corner Pharmacy', claim('C115209523')),
      pays('2026-08-19', 204.6, 'Lakeside Heart and Lung', claim('C115209524'), 'payment'),
      pays('2026-09-08', 19.2, 'Corner Pharmacy', claim('C115209525')),
      pays('2026-10-20', 212, 'Main Street Primary Care', claim('C115210484', '45120077801'), 'payment'),
      pays('2026-12-08', 1.92, 'Corner Pharmacy', claim('C115209529')),
      pays('2026-12-22', 100, 'Riverside General Hospital', claim('C115211445', '45120077802'), 'payment'),
      pays('2025-08-20', 64.25, 'Corner Pharmacy'),
      pays('2025-05-14', 412, 'Union Laboratory', {}, 'payment'),
    ],
  },
  {
    brand: 'hmbcbs',
    member: '45120077800',
    number: 'LPF-40719',
    cells: { account_type: 'lpfsa', vendor_name: 'Keystone Benefits', election: '600' },
    years: both((year) => ({ ...calendar(year), claim_by: `${year + 1}-03-31` })),
    moved: [
      ...every(14, 3, { kind: 'contribution', amount: 22, more: payBy('employee') }),
      pays('2026-09-25', 79.9, 'Bright Smile Dental'),
      pays('2026-11-30', 120, 'Family Eye Center', { state: 'receipt-needed', note: 'Send the itemized receipt' }),
      pays('2025-10-02', 210, 'Bright Smile Dental', {}, 'reimbursement'),
    ],
  },
  {
    brand: 'hmbcbs',
    member: '74687955400',
    number: 'FSA-60010',
    cells: { account_type: 'fsa', vendor_name: 'Keystone Benefits', election: '520' },
    years: [{ ...calendar(2026), claim_by: '2027-03-31' }],
    moved: [...every(14, 4, { kind: 'contribution', amount: 18, more: payBy('employee') })],
  },
  {
    brand: 'hmbcbs',
    member: '61530988400',
    number: 'FSA-55310',
    cells: { account_type: 'fsa', vendor_name: 'Keystone Benefits', election: '1400', carry_over: '660' },
    years: both((year) => ({ ...calendar(year), claim_by: `${year + 1}-03-31` })),
    moved: [
      ...every(14, 5, { kind: 'contribution', amount: 50, more: payBy('employee') }),
      pays('2026-11-03', 50, 'Lakeside Heart and Lung', claim('C702739344')),
      pays('2026-09-08', 10, 'Corner Pharmacy'),
      pays('2026-12-14', 25, 'Main Street Primary Care', claim('C702741267', '61530988402')),
      pays(
        '2026-12-23',
        106.32,
        'Riverside General Hospital',
        { ...claim('C702739345'), state: 'pending' },
        'reimbursement',
      ),
      pays('2026-11-20', 420, 'Lakeside Dermatology', { state: 'denied' }, 'reimbursement'),
      pays('2025-09-15', 640, 'Riverside General Hospital', {}, 'payment'),
    ],
  },
  {
    brand: 'hmbcbs',
    member: '61530988400',
    number: 'DCA-55311',
    cells: { account_type: 'dca', vendor_name: 'Keystone Benefits', election: '4200' },
    years: both((year) => ({ ...calendar(year), claim_by: `${year + 1}-03-31` })),
    moved: [
      ...every(14, 5, { kind: 'contribution', amount: 150, more: payBy('employee') }),
      ...every(30, 12, {
        kind: 'reimbursement',
        amount: -290,
        more: { payee: 'Bright Start After School', person_number: '61530988402' },
      }),
    ],
  },
  {
    brand: 'de',
    member: '52663950100',
    number: 'HRA-81200',
    cells: { account_type: 'hra', vendor_name: 'Harbor Benefits', election: '1500' },
    years: both((year) => ({ ...calendar(year), claim_by: `${year + 1}-03-31` })),
    moved: [
      pays('2026-08-02', 50, 'Lakeside Heart and Lung', claim('C742854737'), 'reimbursement'),
      pays('2026-11-29', 249.6, 'Summit Radiology', claim('C742854741'), 'payment'),
      pays('2025-07-07', 318.4, 'Riverside General Hospital', {}, 'payment'),
    ],
  },
  {
    brand: 'de',
    member: '52663950100',
    number: 'FSA-81201',
    cells: { account_type: 'fsa', vendor_name: 'Harbor Benefits', election: '900' },
    years: both((year) => ({
      ...calendar(year),
      spend_by: `${year + 1}-03-15`,
      claim_by: `${year + 1}-04-30`,
    })),
    moved: [
      ...every(14, 8, { kind: 'contribution', amount: 33, more: payBy('employee') }),
      pays('2026-06-10', 10, 'Corner Pharmacy', claim('C742854736')),
      pays('2026-09-08', 10, 'Corner Pharmacy', claim('C742854738')),
      pays('2025-12-03', 188, 'Family Eye Center', {}, 'reimbursement'),
    ],
  },
  {
    brand: 'ms',
    member: '28519749900',
    number: 'FSA-70500',
    cells: { account_type: 'fsa', vendor_name: 'Mountain Benefits', election: '800' },
    // A plan year that has just ended: the rest can still be claimed.
    years: [{ plan_year: '2025', begin_date: '2025-12-22', end_date: '2026-12-21', claim_by: '2027-02-28' }],
    moved: [
      ...every(14, 12, { kind: 'contribution', amount: 30, more: payBy('employee') }),
      pays('2026-08-02', 50, 'Lakeside Heart and Lung', claim('C356393554')),
      pays('2026-09-08', 10, 'Corner Pharmacy', claim('C356393555')),
      pays('2026-10-30', 420, 'Mountain Eye Clinic', {}, 'payment'),
    ],
  },
  {
    brand: 'mincr',
    member: '38590879400',
    number: 'FSA-14400',
    cells: { account_type: 'fsa', vendor_name: 'Lakes Benefits', election: '2080' },
    years: both((year) => ({ ...calendar(year), claim_by: `${year + 1}-03-31` })),
    moved: [
      ...every(14, 6, { kind: 'contribution', amount: 75, more: payBy('employee') }),
      pays('2026-06-10', 10, 'Corner Pharmacy', claim('C673399262')),
      pays('2026-11-28', 249.6, 'Summit Radiology', claim('C673399267'), 'payment'),
    ],
  },
]

const names = [
  ...[
    'record',
    'member_number',
    'account_number',
    'plan_year',
    'account_type',
    'vendor_name',
    'begin_date',
    'end_date',
  ],
  ...['coverage_level', 'election', 'employee_contributed', 'employer_contributed', 'spent', 'balance', 'as_of'],
  ...['spend_by', 'claim_by', 'carry_over', 'transaction_id', 'date', 'kind', 'amount', 'state', 'paid_by', 'payee'],
  ...['claim_number', 'person_number', 'note'],
]

function buildRows({ member, number, cells, years, moved }: Account): Row[] {
  const common = { member_number: member, account_number: number }
  return [
    ...years.map((year) => ({ ...common, record: 'account', ...cells, ...year, as_of: ANCHOR })),
    ...moved
      .toSorted((a, b) => a.date.localeCompare(b.date))
      .map(({ date, kind, amount, more }, index) => ({
        ...common,
        record: 'transaction',
        transaction_id: `T${String(index + 1).padStart(4, '0')}`,
        date,
        kind,
        amount: amount.toFixed(2),
        ...more,
      })),
  ]
}

mkdirSync(folder, { recursive: true })
for (const [brand, of] of Map.groupBy(accounts, (account) => account.brand)) {
  const rows = of.flatMap(buildRows).map((row) => names.map((name) => row[name] ?? ''))
  // None of these cells needs quotes.
  writeFileSync(join(folder, `${brand}.csv`), [names, ...rows].map((row) => `${row.join(',')}\n`).join(''))
}
