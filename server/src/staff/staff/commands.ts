import { everyBrand } from '@portico/rules/brand/every'
import type { Brand } from '@portico/rules/brand/types'
import { STAFF_LINK_MS } from '@portico/rules/staff/invitation'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import type { AuditEvent } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { auditCommand } from './audit-command.ts'
import { CommandRefused, type NewStaffPerson } from './command-input.ts'
import { LastAdministratorError, type StaffKeeping } from './keeping.ts'
import { findStaff, isTaken, listStaff, type StaffPerson, storeRights } from './store.ts'

const linkHours = STAFF_LINK_MS / 3_600_000

const maxListed = 1_000

/** Each returns the message to print when done; all except `list` write to the audit log. They throw CommandRefused. */
export interface Commands {
  create(loginId: string, brand: Brand, readNamed: () => Promise<NewStaffPerson>): Promise<string>
  link(loginId: string): Promise<string>
  list(): Promise<string>
  disable(loginId: string): Promise<string>
  resetSecondFactor(loginId: string): Promise<string>
}

/** What the commands depend on. */
export interface CommandParts {
  readonly database: Database
  readonly keeping: StaffKeeping
  /** Whether e-mails can be sent; if not, the command prints the link, once. */
  readonly sendsEmail: boolean
  readonly formatAddress: (brandCode: string, link: string) => string
  readonly now: () => Date
}

export function createCommands(parts: CommandParts): Commands {
  return {
    create: (typed, brand, readNamed) => createAdministrator(parts, typed, brand, readNamed),
    link: (typed) => giveNewLink(parts, typed),
    list: () => listPeople(parts),
    disable: (typed) => endPerson(parts, typed),
    resetSecondFactor: (typed) => resetFactor(parts, typed),
  }
}

async function createAdministrator(
  parts: CommandParts,
  typed: string,
  brand: Brand,
  readNamed: () => Promise<NewStaffPerson>,
): Promise<string> {
  const { database, keeping, now } = parts
  const loginId = requireLoginId(typed)
  // Checked before asking for anything.
  if (await isTaken(database.read, loginId)) throw refuseTaken(loginId)
  const named = await readNamed()
  const passwordHash = await keeping.unusableHash()
  const at = now()
  return database.transaction(async (tx) => {
    const { code, storeID: storeId } = brand
    const account = { loginId, passwordHash, ...named, brand: code, storeId, actorType: 'INTERNAL' }
    const accountId = await keeping.open(tx, account)
    if (accountId === null) throw refuseTaken(loginId)
    await storeRights(tx, accountId, { entitlements: ['administer', 'audit'], brands: [everyBrand] }, at)
    await auditCommand(tx, { action: 'staff.create', recordType: 'staff', recordId: accountId }, at)
    const person = { accountId, loginId, email: named.email, brand: code }
    return `${loginId} is an administrator of every brand.\n${await giveLink(parts, tx, person, at)}`
  })
}

function giveNewLink(parts: CommandParts, typed: string): Promise<string> {
  return changePerson(parts, typed, 'staff.link', async (tx, person, at) => {
    requireHere(person)
    return giveLink(parts, tx, person, at)
  })
}

async function listPeople({ database }: CommandParts): Promise<string> {
  const people = await listStaff(database.read, { after: '', max: maxListed })
  if (people.length === 0)
    return 'No one works here yet: npm run admin -- create LOGINID makes the first administrator.'
  return layOut([
    ['LOGIN ID', 'NAME', 'STATE', 'SECOND FACTOR', 'BRANDS', 'ENTITLEMENTS'],
    ...people.map((person) => [
      person.loginId,
      `${person.firstName} ${person.lastName}`.trim(),
      nameState(person),
      person.secondFactor ? 'yes' : 'no',
      person.brands.join(' ') || '-',
      person.entitlements.join(' ') || '-',
    ]),
  ])
}

function endPerson(parts: CommandParts, typed: string): Promise<string> {
  const { keeping } = parts
  return changePerson(parts, typed, 'staff.end', async (tx, person, at) => {
    requireHere(person)
    const ending = { now: at, record: (released: readonly AuditEvent[]) => auditCommand(tx, released, at) }
    await keeping.end(tx, person.accountId, ending).catch((error: unknown) => {
      if (!(error instanceof LastAdministratorError)) throw error
      throw new CommandRefused(
        `${person.loginId} is the last administrator with a password of every brand, or of one of theirs. Create another one, who chooses a password first.`,
      )
    })
    return `${person.loginId} can sign in no more. Every session of theirs has ended.`
  })
}

function resetFactor(parts: CommandParts, typed: string): Promise<string> {
  const { keeping } = parts
  return changePerson(parts, typed, 'staff.second-factor-reset', async (tx, person, at) => {
    requireHere(person)
    await keeping.resetSecondFactor(tx, person, at)
    return `${person.loginId} has no second factor anymore, and every session of theirs has ended. The next sign-in asks for the password alone; where a second factor is required it has to be set up then.`
  })
}

/** Throws CommandRefused for a person who is not staff. */
async function changePerson(
  { now, database }: CommandParts,
  typed: string,
  action: string,
  work: (tx: Tx, person: StaffPerson, at: Date) => Promise<string>,
): Promise<string> {
  const loginId = requireLoginId(typed)
  const at = now()
  return database.transaction(async (tx) => {
    const person = await findStaff(tx, { loginId })
    if (person === null)
      throw new CommandRefused(`No one with the login ID ${loginId} works here: npm run admin -- list`)
    const said = await work(tx, person, at)
    await auditCommand(tx, { action, recordType: 'staff', recordId: person.accountId }, at)
    return said
  })
}

async function giveLink(
  { keeping, sendsEmail, formatAddress }: CommandParts,
  tx: Tx,
  person: Pick<StaffPerson, 'accountId' | 'loginId' | 'email' | 'brand'>,
  at: Date,
): Promise<string> {
  const link = await keeping.newLink(tx, person.accountId, at)
  if (sendsEmail && person.email !== null) {
    await keeping.sendLink(tx, person, link, at)
    return `An e-mail with the link for a password waits in the outbox: a running server sends it at once. The link is good once, for ${linkHours} hours.`
  }
  return `No mail server is set (SMTP_URL). Hand this link over yourself: it is shown this once, and is good once, for ${linkHours} hours.\n${formatAddress(person.brand, link)}`
}

function requireLoginId(typed: string): string {
  const loginId = normalizeLoginId(typed)
  if (checkLoginId(loginId) !== null)
    throw new CommandRefused(`${JSON.stringify(typed)} is no login ID: it must have 6 to 10 letters and digits.`)
  return loginId
}

function refuseTaken(loginId: string): CommandRefused {
  return new CommandRefused(
    `Someone has the login ID ${loginId} already. Choose another one; npm run admin -- list shows staff.`,
  )
}

function requireHere({ loginId, endedAt }: StaffPerson): void {
  if (endedAt !== null) throw new CommandRefused(`${loginId} was ended on ${endedAt.toISOString().slice(0, 10)}.`)
}

function nameState({ endedAt, lockedAt, invited }: StaffPerson): string {
  if (endedAt !== null) return 'ended'
  if (lockedAt !== null) return 'locked'
  return invited ? 'invited' : 'active'
}

function layOut(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
