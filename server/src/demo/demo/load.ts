import { afterFailure, MAX_FAILURES } from '@portico/rules/identity/lockout'
import { v7 as uuidv7 } from 'uuid'
import type { Passwords } from '../../identity/passwords/passwords.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { insertAccess } from './access.ts'
import { addAgencies, addAgent, insertSelling } from './agencies.ts'
import type { DemoAccount, DemoData, DemoGroup, DemoMember } from './data.ts'
import { insertDesk } from './desk.ts'
import { addHistory } from './history.ts'
import { moveBirth } from './record.ts'
import { gatherRows, type Rows } from './rows.ts'
import { hasAccounts, lockAccounts } from './store.ts'

export const demoPassword = 'Welcome1!'

const dayMs = 24 * 60 * 60 * 1000

/** Loads the demo people once, into an empty database, in one transaction; returns whether it did. */
export async function loadDemo(parts: {
  readonly database: Database
  readonly passwords: Pick<Passwords, 'hash'>
  readonly data: DemoData
  readonly now: Date
}): Promise<boolean> {
  const { database, passwords, data, now } = parts
  if (await hasAccounts(database.read)) return false
  // One hash for everyone: the password is public.
  const hash = await passwords.hash(demoPassword)
  return database.transaction(async (tx) => {
    // If several servers start at once, the others wait here until one has loaded everything.
    await lockAccounts(tx)
    if (await hasAccounts(tx)) return false
    const rows = gatherRows()
    addSettings(rows)
    for (const member of data.members) addMember(rows, member, data, hash, now)
    addVendorDetails(rows, data, now)
    addAgencies(rows, data.selling)
    for (const account of data.accounts) addAccount(rows, account, hash, now)
    await rows.insert(tx)
    await insertSelling(tx, data.selling, now)
    for (const access of data.access) await insertAccess(tx, access, now)
    await insertDesk(tx, data.desk, now)
    return true
  })
}

type DemoRelative = DemoMember['family'][number]

function hasAccount(person: DemoRelative): person is DemoRelative & { loginId: string; email: string } {
  return person.loginId !== undefined && person.email !== undefined
}

function addMember(rows: Rows, member: DemoMember, data: DemoData, hash: string, now: Date): void {
  const memberId = uuidv7()
  const contract = { brand: member.brand, contract_number: member.memberNumber }
  const subscriber = { ...personRow(member, now), ...contract, member_id: memberId, relationship_code: '18' }
  const family = member.family.map((person) => ({
    ...personRow(person, now),
    ...contract,
    member_id: uuidv7(),
    relationship_code: person.relationshipCode,
    chip: person.chip,
  }))
  rows.add('member', { ...subscriber, chip: member.chip }, ...family)
  const { guardian } = member
  const children = [{ ...subscriber, chip: member.chip }, ...family].filter(({ chip }) => chip)
  if (guardian !== undefined && children.length > 0) {
    const { firstName: first_name, lastName: last_name, dateOfBirth: date_of_birth, email } = guardian
    const guardians = children.map(({ member_id }) => ({ member_id, first_name, last_name, date_of_birth, email }))
    rows.add('guardian', ...guardians)
  }
  const isCovered = (_: unknown, at: number) => member.family[at]?.chip || member.family[at]?.covered
  const covered = [memberId, ...family.filter(isCovered).map(({ member_id }) => member_id)]
  for (const id of covered)
    for (const [position, group] of member.groups.entries()) addGroup(rows, id, group, position, now)
  addHistory(rows, memberId, member, data, now)
  for (const [at, person] of member.family.entries()) {
    const { member_id: id = '' } = family[at] ?? {}
    const own = { ...member, ...person, conversations: person.conversations }
    addHistory(rows, id, own, data, now)
    if (!hasAccount(person)) continue
    const row = accountRow({ ...member, ...person }, hash)
    const role = { role: 'MEMBER', actor_type: 'MEMBER', brand: member.brand, preferred_store: '10151' } as const
    const born = { member_id: id, date_of_birth: person.dateOfBirth }
    rows.add('account', { ...row, ...role, ...born })
  }
  rows.add('account', {
    ...accountRow(member, hash),
    role: 'MEMBER',
    actor_type: 'MEMBER',
    brand: member.accountBrand ?? member.brand,
    member_id: memberId,
    date_of_birth: member.dateOfBirth,
    address: member.address,
    city: member.city,
    market: member.market ?? null,
    preferred_store: member.preferredStore ?? '10151',
    temporary_password: member.temporaryPassword,
    security_strength_enforcement: member.securityStrengthEnforcement,
    directory_out_of_step: member.directoryOutOfStep,
  })
  if (member.locked) addFailures(rows, member.loginId, now)
}

/** Enough wrong passwords in a row to lock a login ID, each tried as soon as the previous lock was over. */
function addFailures(rows: Rows, loginId: string, now: Date): void {
  let state = afterFailure('login', null, new Date(now.getTime() - 30 * dayMs))
  while (state.failures < MAX_FAILURES) {
    const { lastFailureAt, lockedUntil } = state
    state = afterFailure('login', state, lockedUntil ?? lastFailureAt ?? now)
  }
  rows.add('sign_in_limit', {
    kind: 'login',
    key: loginId,
    failures: state.failures,
    first_failure_at: state.firstFailureAt,
    last_failure_at: state.lastFailureAt,
    locked_until: state.lockedUntil,
  })
}

function personRow(person: DemoMember | DemoMember['family'][number], now: Date) {
  return {
    member_number: person.memberNumber,
    first_name: person.firstName,
    last_name: person.lastName,
    date_of_birth: moveBirth(person.dateOfBirth, now),
    guardian_verified_on: null,
  }
}

function addAccount(rows: Rows, account: DemoAccount, hash: string, now: Date): void {
  const row = accountRow(account, hash)
  rows.add('account', {
    ...row,
    role: account.role,
    actor_type: account.actorType,
    brand: account.brand,
    npn: account.npn ?? null,
    ffm_id: account.ffmId ?? null,
    preferred_store: '10151',
    employee: account.employee,
    entitlements: JSON.stringify(account.entitlements),
    administrator_since: account.entitlements.includes('administer') ? now : null,
    demo_of_brand: account.demoOfBrand ?? null,
  })
  for (const brand of account.worksFor) rows.add('staff_brand', { account_id: row.account_id, brand })
  addAgent(rows, account, { accountId: row.account_id, now })
}

function accountRow(person: DemoMember | DemoAccount, hash: string) {
  return {
    account_id: uuidv7(),
    login_id: person.loginId,
    password_hash: hash,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    phone: person.phone ?? null,
    state: person.state ?? null,
    zip_code: person.zipCode ?? null,
    county: person.county ?? null,
    temporary_password: false,
    security_strength_enforcement: 'NONE' as const,
    employee: false,
    directory_out_of_step: false,
  }
}

function addGroup(rows: Rows, memberId: string, group: DemoGroup, position: number, now: Date): void {
  const year = Number(easternDay(now).slice(0, 4))
  const days = {
    ...{ 'year-start': `${year}-01-01`, 'year-end': `${year}-12-31` },
    ...{ 'last-year-start': `${year - 1}-01-01`, 'last-year-end': `${year - 1}-12-31` },
  }
  const day = (moving: keyof typeof days | null) => (moving === null ? null : days[moving])
  const key = { member_id: memberId, client_number: group.clientNumber, group_number: group.groupNumber }
  rows.add('coverage', {
    ...key,
    client_name: group.clientName,
    group_name: group.groupName,
    plan_name: group.planName,
    medicare_indicator: group.medicareIndicator,
    direct_pay_indicator: group.directPayIndicator,
    is_nd_medicaid: group.isNDMedicaid,
    // These come with the record.
    rx_bin: null,
    rx_pcn: null,
    rx_group: null,
    copays: '{}',
    effectuated_on: day(group.effectuated),
    position,
  })
  for (const [index, product] of group.products.entries()) {
    rows.add('product', {
      ...key,
      position: index,
      product_name: product.productName,
      is_blue_extra_basic: product.isBlueExtraBasic,
      is_blue_extra_plus: product.isBlueExtraPlus,
      blue_edge_dental_indv: product.blueEdgeDentalIndv,
      coverage_begin_date: day(product.begin),
      coverage_con_begin_date: day(product.conBegin),
      coverage_end_date: day(product.end),
      pending: group.effectuated === null,
      benefit_plan_type: product.benefitPlanType,
      drug_coverage: product.drugCoverage,
    })
  }
}

/** Vendor details of each group, whether or not its people are in the demo. */
function addVendorDetails(rows: Rows, data: DemoData, now: Date): void {
  const plan_year = Number(easternDay(now).slice(0, 4))
  const groups = data.members.flatMap((member) => member.groups)
  const said = groups.filter(({ claimAndSpending }) => claimAndSpending !== null)
  const byKey = new Map(said.map((group) => [`${group.clientNumber} ${group.groupNumber}`, group]))
  for (const { clientNumber: client_number, groupNumber: group_number, claimAndSpending } of byKey.values())
    if (claimAndSpending !== null)
      rows.add('vendor_detail', { client_number, group_number, plan_year, claim_and_spending: claimAndSpending })
}

/** The usual settings of CT-3: nothing in maintenance, claims and spending shown unless the vendor says otherwise. */
function addSettings(rows: Rows): void {
  const buildSetting = (application: string, key: string, value: boolean, secure: boolean) => ({
    application,
    brand: 'ALL',
    key,
    config_group: application,
    boolean_value: value,
    string_value: null,
    secure,
  })
  const address = (key: string, value: string) => ({
    ...buildSetting('PORTAL', key, false, true),
    boolean_value: null,
    string_value: value,
  })
  rows.add(
    'app_config',
    ...[
      address('CHAT_ADDRESS', '/demo/chat'),
      address('SSO_URL', '/demo/sso'),
      buildSetting('CLAIMS_AND_SPENDING', 'MAINTENANCE', false, true),
      buildSetting('CLAIMS_AND_SPENDING', 'SHOW_TO_ALL', false, true),
      buildSetting('MEMBER', 'MBR_SHOW_AVAYA_CHAT', true, true),
      buildSetting('MESSAGE_CENTER', 'CONTACTUS_MAINTENANCE', false, true),
    ],
  )
}
