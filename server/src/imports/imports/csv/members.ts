import { relationshipUnsaid } from '@portico/rules/coverage/contract'
import { csvCoverage } from '../../../member/coverage/importing.ts'
import {
  completeName,
  findNumbered,
  importMember,
  type MemberFileData,
  updateMember,
} from '../../../member/member/importing.ts'
import { easternDay } from '../../../platform/day.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { contentHash } from '../../../platform/versions/content.ts'
import type { ReadCoverage } from '../fhir/read-person.ts'
import { createHolders } from '../holders.ts'
import { keepCoverage, settleGroups } from '../members.ts'
import { warnOfNumber } from '../number-forms.ts'
import { Refused } from '../refused.ts'
import { compareNamed } from '../same-person.ts'
import { buildPeople, shelveCoverage } from '../shelve-people.ts'
import { readPersonName } from '../text.ts'
import { mendZip } from '../zip-codes.ts'
import {
  acceptId,
  acceptOne,
  day,
  email,
  firstDay,
  lastDay,
  number,
  personName,
  state,
  words,
  yesNo,
  zipCode,
} from './cell-types.ts'
import {
  type Columns,
  type CsvKind,
  type CsvRun,
  type NewRow,
  type NumberHolders,
  optional,
  type RowOf,
  requireColumn,
  requireHeader,
  type Said,
  type VersionedRow,
} from './kind.ts'
import { computeRowId, forgetRow } from './row-store.ts'
import { placeUnnamed } from './unnamed-coverages.ts'

const columns = {
  member_number: requireColumn(number, 'the number on the ID card; unique within the brand'),
  contract_number: optional(
    number,
    'the subscriber’s number, which everyone on the contract shares; if empty, the member number',
  ),
  first_name: requireHeader(
    personName(100),
    'first name; who has one name has it here or in `last_name`, and the other is empty',
  ),
  last_name: requireHeader(personName(100), 'last name'),
  date_of_birth: requireColumn(day, 'date of birth'),
  relationship: optional(
    acceptOne({ self: '18', spouse: '01', partner: '01', child: '05', other: '05' } as const),
    'relationship to the subscriber; by default, new people are `self` on a contract of their own number, and dependents on any other',
  ),
  children_plan: optional(yesNo, 'whether a plan for children (CHIP) covers them'),
  coverage_id: optional(
    acceptId(100),
    'the plan’s own id for the coverage; without it, group, kind, plan and days identify a coverage',
  ),
  group_number: optional(acceptId(40), 'the group; a row without one is about the person only'),
  group_name: optional(words(200), 'name of the group; by default its number'),
  plan_name: optional(words(200), 'name of the plan, as members know it'),
  plan_id: optional(acceptId(100), 'the plan’s id in the files of benefits'),
  coverage_kind: optional(
    acceptOne({ medical: 'medical', drug: 'drug', dental: 'dental', vision: 'vision' } as const),
    'what is covered; `medical` if empty',
  ),
  medicare: optional(yesNo, 'whether it is a Medicare plan'),
  medicaid: optional(yesNo, 'whether it is a Medicaid plan, whose members North Dakota gives a number of their own'),
  direct_pay: optional(yesNo, 'whether members pay the plan themselves; `no` removes Pay Premium, except for Medicare'),
  blue_extra: optional(
    acceptOne({ basic: 'basic', plus: 'plus' } as const),
    'which Blue Extra plan it is; they come without claims, `basic` also without wellness',
  ),
  individual_dental: optional(yesNo, 'whether it is dental coverage that people buy for themselves'),
  coverage_from: optional(firstDay, 'first day of the coverage'),
  contract_from: optional(day, 'first day of the contract, where that is not the first of the coverage'),
  coverage_to: optional(lastDay, 'last day of the coverage; empty: no end'),
  coverage_withdrawn: optional(yesNo, '`yes` removes the coverage, as if it had never existed'),
  address: optional(words(200), 'street and number'),
  city: optional(words(100), 'city'),
  state: optional(state, 'state'),
  zip_code: optional(zipCode, 'ZIP code'),
  email: optional(email, 'e-mail address that the plan has'),
  phone: optional(acceptId(30), 'telephone number that the plan has'),
  guardian_first_name: optional(
    personName(100),
    'for a child in a plan for children: the first name of the person who may act for them; all four columns or none',
  ),
  guardian_last_name: optional(personName(100), 'that person’s last name'),
  guardian_date_of_birth: optional(day, 'that person’s date of birth'),
  guardian_email: optional(email, 'that person’s e-mail address, where PINs are sent'),
} satisfies Columns

type Row = RowOf<typeof columns>

/** The people a plan covers, and their contact information. An empty cell keeps the stored value. */
export const members: CsvKind<typeof columns> = {
  name: 'members',
  columns,
  check,
  toKey: (row) => listKey(row, row.coverage_from),
  createHolders: createRowHolders,
  store: async (tx, rows, run) => {
    const refused: (Refused | null)[] = []
    for (const row of rows) refused.push(await store(tx, row, run))
    return refused
  },
}

/** The person whom a file names with a number. */
type Holder = Pick<VersionedRow<Row>, 'version'> & {
  readonly values: Pick<Row, 'date_of_birth' | 'first_name' | 'last_name'>
}

/**
 * Refuses rows if a file gives one number to several people: the number stays with the person who has it, or else with the person in the
 * first row. Two first names with the same date of birth are a correction if the rows have different times of change, and otherwise two
 * people.
 */
function createRowHolders(): NumberHolders<Row> {
  const holders = createHolders<Holder>()
  return { refuseOthers }

  async function refuseOthers(tx: Tx, rows: readonly VersionedRow<Row>[]): Promise<readonly (Refused | null)[]> {
    const refused = new Map<VersionedRow<Row>, Refused>()
    for (const [key, of] of Map.groupBy(rows, ({ brand, values }) => `${brand} ${values.member_number}`)) {
      const { version, values } = holders.find(key) ?? (await findHolder(tx, of))
      const { date_of_birth, first_name, last_name } = values
      const holder = { version, values: { date_of_birth, first_name, last_name } }
      holders.keep(key, holder)
      for (const row of of) {
        if (!isApart(row, holder)) continue
        const isOfTheDay = row.values.date_of_birth === holder.values.date_of_birth
        const why = isOfTheDay
          ? 'is that of somebody of the same day of birth with another first name'
          : 'belongs to someone else'
        refused.set(row, new Refused('member_number', `the member number ${why}`))
      }
    }
    return rows.map((row) => refused.get(row) ?? null)
  }
}

/** The person among the rows who has the number: the stored person, if a row names them, or else the one in the first row. */
async function findHolder(tx: Tx, of: readonly VersionedRow<Row>[]): Promise<Holder> {
  const first = of[0] as VersionedRow<Row>
  if (of.every((row) => !isApart(row, first))) return first
  const stored = await findNumbered(tx, { brand: first.brand, memberNumber: first.values.member_number })
  const isStored = ({ values }: VersionedRow<Row>) =>
    stored !== undefined &&
    stored.date_of_birth === values.date_of_birth &&
    compareNamed({ firstName: values.first_name ?? '' }, { firstName: stored.first_name }) === 'one'
  return of.find(isStored) ?? first
}

function isApart(
  { values: row, version }: VersionedRow<Row>,
  { values: other, version: otherVersion }: Holder,
): boolean {
  if (row.date_of_birth !== other.date_of_birth) return !isNamedAlike(row, other)
  const [firstName, otherName] = [row.first_name ?? '', other.first_name ?? '']
  if (firstName === '' || otherName === '' || version !== otherVersion) return false
  return compareNamed({ firstName }, { firstName: otherName }) === 'two'
}

function isNamedAlike(row: Row, { first_name, last_name }: Holder['values']): boolean {
  return row.first_name === first_name && row.last_name === last_name
}

/** First days distinguish coverages without an id. */
function listKey(row: Row, from: string | null): (string | null)[] {
  const isUnnamed = row.coverage_id === null && row.group_number !== null
  return [row.member_number, ...coverageKey(row), ...(isUnnamed && from !== null ? [from] : [])]
}

function coverageKey(row: Row): (string | null)[] {
  if (row.coverage_id !== null) return [row.coverage_id]
  return [row.group_number, row.coverage_kind ?? 'medical', row.plan_name]
}

function check(row: Said<Row>, now: Date): readonly Refused[] {
  const { coverage_from: from, coverage_to: to } = row
  const today = easternDay(now)
  const guardian = readGuardian(row)
  const isToCome = (day: string | null) => day !== null && day > today
  return [
    ...(from !== null && to !== null && to < from
      ? [new Refused('coverage_to', `${to} is before coverage_from, ${from}: one of the two is wrong`)]
      : []),
    ...(isToCome(row.date_of_birth) ? [new Refused('date_of_birth', 'is a day to come')] : []),
    ...(guardian instanceof Refused ? [guardian] : []),
    ...(isToCome(row.guardian_date_of_birth) ? [new Refused('guardian_date_of_birth', 'is a day to come')] : []),
  ]
}

async function store(
  tx: Tx,
  { brand, values: row, version = null }: NewRow<Row>,
  run: CsvRun,
): Promise<Refused | null> {
  const guardian = readGuardian(row)
  if (guardian instanceof Refused) return guardian
  const name = readPersonName(row.first_name, row.last_name)
  if (name === null) return new Refused('first_name', 'there is no name')
  const said = { ...name, dateOfBirth: row.date_of_birth }
  const { member_number: memberNumber, contract_number: contractNumber, relationship: relationshipCode } = row
  const person = { ...said, ...(await completeName(tx, { brand, memberNumber, ...name })) }
  const memberId = await importMember(tx, {
    brand,
    memberNumber,
    ...person,
    contractNumber: contractNumber ?? memberNumber,
    relationshipCode: relationshipCode ?? relationshipUnsaid(contractNumber ?? memberNumber, memberNumber),
  })
  if (memberId === null) return new Refused('member_number', 'the member number belongs to someone else')
  warnOfNumber(run.warn, brand, memberNumber)
  const { address, city, state, email, phone } = row
  const zip_code = row.zip_code && mendZip(row.zip_code, state, run.warn)
  const contact = { address, city, state, zip_code, email, phone }
  const read = await placeCoverage(tx, { brand, memberId, row, version })
  // If the row describes a coverage, contract number and relationship count only as part of it.
  const place = read === null ? { contractNumber, relationshipCode } : { contractNumber: null, relationshipCode: null }
  await updateMember(tx, memberId, { ...person, ...place, chip: row.children_plan, contact, guardian })
  if (read !== null) {
    const hash = contentHash(JSON.stringify(read))
    await keepCoverage(tx, memberId, { read, version, hash }, { ...run, brand, numbered: true })
    const { coverage_id: coverageId } = row
    if (coverageId !== null) await settleGroups(tx, [{ memberId, coverageId }])
  }
  await buildPeople(tx, brand, [memberId])
  if (read !== null) await shelveCoverage(tx, brand, memberId, read)
  return null
}

/** The coverage of a row in the form to be stored; null: the row has none, or a later row has replaced it. */
async function placeCoverage(
  tx: Tx,
  { brand, memberId, row, version }: { brand: string; memberId: string; row: Row; version: string | null },
): Promise<ReadCoverage | null> {
  const read = toCoverage(row)
  if (read === null || row.coverage_id !== null) return read
  const placed = await placeUnnamed(tx, memberId, { read, version })
  if (placed?.insteadOf !== undefined)
    await forgetRow(tx, members.name, computeRowId(members.name, brand, listKey(row, placed.insteadOf)))
  return placed && { ...read, resourceId: placed.id }
}

function readGuardian(row: Said<Row>): MemberFileData['guardian'] | Refused {
  const { guardian_first_name: firstName, guardian_last_name: lastName } = row
  const { guardian_date_of_birth: dateOfBirth, guardian_email } = row
  if (firstName !== null && lastName !== null && dateOfBirth !== null && guardian_email !== null) {
    return { firstName, lastName, dateOfBirth, email: guardian_email }
  }
  const said = [firstName, lastName, dateOfBirth, guardian_email].some((value) => value !== null)
  return said
    ? new Refused('guardian_first_name', 'a guardian needs first and last name, date of birth and e-mail')
    : null
}

function toCoverage(row: Row): ReadCoverage | null {
  if (row.group_number === null) return null
  return {
    resourceId: `${csvCoverage}${coverageKey(row).join('/')}`,
    patientId: row.member_number,
    memberNumber: row.member_number,
    contractNumber: row.contract_number,
    relationshipCode: row.relationship,
    groupNumber: row.group_number,
    groupName: row.group_name ?? row.group_number,
    planName: row.plan_name ?? row.group_name ?? row.group_number,
    kind: row.coverage_kind ?? 'medical',
    isMedicare: row.medicare ?? false,
    isMedicaid: row.medicaid,
    directPay: row.direct_pay,
    blueExtra: row.blue_extra,
    isIndividualDental: row.individual_dental,
    contractBegins: row.contract_from,
    begins: row.coverage_from,
    ends: row.coverage_to,
    cancelled: row.coverage_withdrawn ?? false,
    pending: false,
    payerName: null,
    namesPlan: true,
    order: null,
    copays: {},
    limits: [],
    planCode: row.plan_id,
  }
}
