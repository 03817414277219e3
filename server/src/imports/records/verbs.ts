import { liftHold, placeHold } from '../../identity/accounts/legal-hold.ts'
import { createSessions } from '../../identity/sessions/sessions.ts'
import { listDead, reviveDead } from '../../mailing/email/store.ts'
import { CannotRun } from '../../platform/command-line.ts'
import type { Config } from '../../platform/config.ts'
import { loadDataKey } from '../../platform/data-key.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { signal as tellServers } from '../../platform/db/signals.ts'
import type { ErasureReceipt } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { createLimits } from '../../platform/limits/limits.ts'
import { adopt, findStanding, readPlace } from '../../platform/site/site.ts'
import { type EraseParts, eraseMember, HeldError } from '../../staff/records/erase.ts'
import { auditCommand, nameOperator } from '../../staff/staff/audit-command.ts'
import { countPeople } from './brand-store.ts'
import { requireMember } from './person-store.ts'
import { removeBrand } from './remove-brand.ts'
import { listHolds } from './request-store.ts'
import { resealAll } from './reseal.ts'
import { describeSizes } from './sizes.ts'
import { withdrawClaim } from './withdraw-claim.ts'

/** The command must not do this; the message says why. */
export class DataRefused extends Error {}

interface Running {
  readonly config: Config
  readonly database: Database
  readonly brands: ReadonlySet<string>
  readonly options: {
    readonly reason?: string | undefined
    readonly confirm?: string | undefined
    readonly 'dry-run': boolean
    readonly beside: boolean
  }
  readonly signal: AbortSignal | undefined
  readonly now: Date
}

interface Verb {
  /** How many arguments follow the verb. */
  readonly takes: number
  readonly run: (given: readonly string[], running: Running) => Promise<string>
}

const maxListed = 1_000

/** The commands of `npm run data`, by their first word. Each returns the text to print, and audits its changes. */
export const verbs: Readonly<Record<string, Verb>> = {
  erase: { takes: 2, run: erase },
  hold: { takes: 2, run: hold },
  'lift-hold': { takes: 2, run: lift },
  holds: { takes: 0, run: (_, running) => describeHolds(running) },
  'withdraw-claim': { takes: 2, run: withdraw },
  'remove-brand': { takes: 1, run: remove },
  'dead-emails': { takes: 0, run: (_, running) => describeDeadEmails(running) },
  'send-again': { takes: 1, run: sendAgain },
  reseal: { takes: 0, run: (_, running) => reseal(running) },
  sizes: { takes: 0, run: (_, { database }) => describeSizes(database.read) },
  site: { takes: 0, run: (_, running) => describeSite(running) },
  adopt: { takes: 0, run: (_, running) => adoptHere(running) },
}

class DryRun extends Error {
  readonly receipt: ErasureReceipt

  constructor(receipt: ErasureReceipt) {
    super('A dry run leaves everything as it is.')
    this.receipt = receipt
  }
}

async function erase([brand = '', number = '']: readonly string[], running: Running): Promise<string> {
  const { database, options, now } = running
  const reason = requireReason(running)
  const memberId = await requireMember(database.read, requireBrand(running, brand), number)
  try {
    const receipt = await database.transaction(async (tx) => {
      const made = await eraseMember(tx, memberId, createErasingParts(running), describeErasing(reason, now))
      if (options['dry-run']) throw new DryRun(made)
      await auditMember(tx, 'member.erase', memberId, now)
      return made
    })
    return describeReceipt('Erased.', receipt)
  } catch (error) {
    if (error instanceof DryRun) return describeReceipt('Nothing was changed; this would be erased.', error.receipt)
    if (error instanceof HeldError) throw new DataRefused(`${error.message}. Nothing was erased.`)
    throw error
  }
}

async function hold([brand = '', number = '']: readonly string[], running: Running): Promise<string> {
  const { database, now } = running
  const matter = requireReason(running)
  const memberId = await requireMember(database.read, requireBrand(running, brand), number)
  await database.transaction(async (tx) => {
    if (!(await placeHold(tx, memberId, { matter, by: nameOperator(), now })))
      throw new DataRefused('A legal hold stands already.')
    await auditMember(tx, 'member.hold', memberId, now)
  })
  return 'The hold stands: nothing of this member is erased until it is lifted.'
}

async function lift([brand = '', number = '']: readonly string[], running: Running): Promise<string> {
  const { database, now } = running
  const memberId = await requireMember(database.read, requireBrand(running, brand), number)
  await database.transaction(async (tx) => {
    if (!(await liftHold(tx, memberId, { by: nameOperator(), now }))) throw new DataRefused('No legal hold stands.')
    await auditMember(tx, 'member.hold-lift', memberId, now)
  })
  return 'The hold is lifted.'
}

async function describeHolds({ database }: Running): Promise<string> {
  const rows = await listHolds(database.read, null, maxListed)
  if (rows.length === 0) return 'No legal hold stands.'
  return rows
    .map(
      (row) =>
        `${row.placed_at.toISOString().slice(0, 10)}  ${row.brand}  ${row.member_number}  ${row.matter}  (${row.placed_by})`,
    )
    .join('\n')
}

async function withdraw([brand = '', claimNumber = '']: readonly string[], running: Running): Promise<string> {
  const { database, now } = running
  const claim = { brand: requireBrand(running, brand), claimNumber }
  await database.transaction(async (tx) => {
    const members = await withdrawClaim(tx, claim, now)
    await auditCommand(
      tx,
      members.map((memberId) => ({ action: 'claim.withdraw', memberId, recordType: 'claim', recordId: claimNumber })),
      now,
    )
  })
  return `The claim ${claimNumber} is withdrawn. No older file brings it back; a newer version of it does.`
}

async function remove([code = '']: readonly string[], running: Running): Promise<string> {
  const { database, options, signal, now } = running
  const brand = code.toLowerCase()
  const { members, held } = await countPeople(database.read, brand)
  if (options['dry-run']) return `${brand} has ${members} members, ${held} of them under a legal hold.`
  const reason = requireReason(running)
  if (options.confirm !== code)
    throw new DataRefused(`This erases ${members} members of ${brand} for good: say so with --confirm ${code}`)
  const parts = {
    ...createErasingParts(running),
    record: (tx: Tx, events: Parameters<typeof auditCommand>[1]) => auditCommand(tx, events, now),
    progress: (erased: number) => {
      if (erased % 1_000 === 0) process.stderr.write(`${erased} of ${members}\n`)
    },
    signal,
  }
  const erased = await removeBrand(database, brand, parts, describeErasing(reason, now))
  if (signal?.aborted) throw new DataRefused(`Stopped after ${erased} of ${members} members: run it again to go on.`)
  return `${erased} members of ${brand} are erased, and what belonged to the brand alone. Remove its folder, too, if no one may sign in there.`
}

async function describeDeadEmails({ database }: Running): Promise<string> {
  const rows = await listDead(database.read, null, maxListed)
  if (rows.length === 0) return 'No e-mail was given up that could be sent again.'
  return rows
    .map(
      (row) =>
        `${row.email_id}  ${row.created_at.toISOString()}  ${row.brand}  ${row.template}  ${row.last_error ?? ''}`,
    )
    .join('\n')
}

async function sendAgain([which = '']: readonly string[], { database, now }: Running): Promise<string> {
  if (which !== 'all' && !/^[0-9a-f-]{36}$/i.test(which))
    throw new CannotRun('Name an e-mail by its id, or all of them: send-again all')
  const revived = await database.transaction(async (tx) => {
    const ids = await reviveDead(tx, which === 'all' ? null : which, now)
    await auditCommand(
      tx,
      ids.map((recordId) => ({ action: 'email.send-again', recordType: 'email', recordId })),
      now,
    )
    if (ids.length > 0) await tellServers(tx, 'outbox')
    return ids
  })
  if (revived.length === 0)
    throw new DataRefused('There is no such e-mail that was given up. See: npm run data -- dead-emails')
  return `${revived.length} will be tried again by a running server. Links in them that have expired stay expired.`
}

async function reseal({ database, config, signal, now }: Running): Promise<string> {
  const dataKey = loadDataKey({ configured: config.dataKey, dataDir: config.dataDir })
  const { looked, changed, lost } = await resealAll(database, dataKey, signal)
  await database.transaction((tx) =>
    auditCommand(tx, { action: `data-key.reseal ${changed}`, recordType: 'data-key', recordId: null }, now),
  )
  const counted = `${looked} values looked at, ${changed} sealed anew.`
  if (signal?.aborted) throw new DataRefused(`Stopped: ${counted} Run it again to go on.`)
  if (lost > 0)
    throw new DataRefused(`${counted} ${lost} open with none of the keys: name the older key in DATA_KEY, too.`)
  return `${counted} No value needs an older key anymore.`
}

async function describeSite({ database, config }: Running): Promise<string> {
  const { here, known, isReal } = await findStanding(database.read, config)
  const list = known.map((place) => `  ${place}`).join('\n')
  if (known.length === 0) return `No server has started on this database yet. Here:\n  ${here}`
  if (isReal) return `This is the real portal. Known places:\n${list}`
  return `This is a copy: it sends no e-mail, takes no payment and orders no medicine. Here:\n  ${here}\nThe real portal:\n${list}\nIf this one takes its place: npm run data -- adopt`
}

async function adoptHere({ database, config, options, now }: Running): Promise<string> {
  const place = await readPlace(database.read, config)
  await database.transaction(async (tx) => {
    await adopt(tx, { place, by: nameOperator(), now, beside: options.beside })
    await auditCommand(tx, { action: 'site.adopt', recordType: 'site', recordId: place.slice(0, 200) }, now)
  })
  return 'This is the real portal now. Start its servers anew, and see that no other one uses a copy as if it were real.'
}

function describeReceipt(head: string, { erased, kept, again }: ErasureReceipt): string {
  return [
    head,
    ...Object.entries(erased).map(([table, rows]) => `  erased  ${table}: ${rows}`),
    ...Object.entries(kept).map(([table, { rows, why }]) => `  kept    ${table}: ${rows} (${why})`),
    ...(again === null ? [] : [`What is kept for a time may go from ${again} on: run this command again then.`]),
    'If a file of the plan still names the person, its next import adds them again.',
  ].join('\n')
}

function requireReason({ options: { reason } }: Running): string {
  if (reason === undefined || reason.trim() === '')
    throw new CannotRun('Say why: --reason TEXT (a case or a request, no name)')
  return reason.trim()
}

function requireBrand({ brands }: Running, code: string): string {
  const brand = code.toLowerCase()
  if (!brands.has(brand)) throw new CannotRun(`There is no brand ${code}. The brands are ${[...brands].join(', ')}.`)
  return brand
}

function createErasingParts({ database, config }: Running): EraseParts {
  return {
    sessions: createSessions(database, { idleS: config.sessionIdleS, maxS: config.sessionMaxS }),
    limits: createLimits(database),
  }
}

function describeErasing(reason: string, now: Date) {
  const by = nameOperator()
  return { reason, by, now, origin: { address: `command ${by}`, requestId: newId() } }
}

function auditMember(tx: Tx, action: string, memberId: string, now: Date): Promise<void> {
  return auditCommand(tx, { action, memberId, recordType: 'member', recordId: memberId }, now)
}
