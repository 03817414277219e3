import type { PayloadOf } from '@portico/contract/call'
import type { listPeople } from '@portico/contract/calls/people'
import {
  type AccessScope,
  completeScopes,
  isYoungChild,
  lastDayAsToday,
  lastDayOfAccess,
  listScopesToldAgain,
  mayGiveAccess,
  scopesOfDependent,
} from '@portico/rules/people/access'
import { findPerson } from '../../identity/accounts/people.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import {
  type CoveredPerson,
  findMember,
  findOnContract,
  readCovered,
  readOthersOnContract,
} from '../member/contract.ts'
import { type Access, listGiven, listHeld } from './store.ts'

export type People = PayloadOf<typeof listPeople>
export type HeldAccess = People['held'][number] & {
  /** The scopes that the contract gives without asking. */
  readonly byContract: readonly AccessScope[]
  /** The edition of the wording under which the person shares theirs; null: they share nothing. */
  readonly words: number | null
}

/** Who may see the person's information and which parts, and whose information the person may see, at a moment (RG-3). */
export async function readPeople(db: Reader, principal: Principal, now: Date): Promise<People> {
  const today = easternDay(now)
  const { memberId } = principal
  const self = memberId === null ? undefined : await readCovered(db, memberId)
  return {
    mayInvite: self !== undefined && mayGiveAccess(isoDate(self.dateOfBirth), isoDate(today)),
    seenBy: self === undefined ? [] : await readSeenBy(db, self, today),
    given: self === undefined ? [] : await readGiven(db, self, now),
    held: await readHeld(db, principal, now),
  }
}

/** Reads the same and audits the read. */
export function readPeopleAudited(database: Database, principal: Principal, at: AuditContext): Promise<People> {
  return readAudited(database, async (tx) => {
    await audit(tx, principal, { action: 'people.read' }, at)
    return readPeople(tx, principal, at.now)
  })
}

/** Whose information someone may see: by contract, or because the person shares it. */
export async function readHeld(db: Reader, { accountId, memberId }: Principal, now: Date): Promise<HeldAccess[]> {
  const today = easternDay(now)
  const held = new Map<string, HeldAccess>()
  const add = (one: HeldAccess | null) => {
    const before = one === null ? undefined : held.get(one.personId)
    if (one !== null) held.set(one.personId, before === undefined ? one : joinHeld(before, one))
  }
  const self = memberId === null ? undefined : await readCovered(db, memberId)
  if (self !== undefined)
    for (const other of await readOthersOnContract(db, self.memberId)) add(holdByContract(self, other, today))
  for (const access of await listHeld(db, accountId)) {
    const person = await readCovered(db, access.member_id)
    if (person !== undefined) add(hold(person, access.scopes, access, today))
  }
  return [...held.values()]
}

/** The same for a single person: each request of a viewer may need this check. */
export async function readScopesHeld(
  db: Reader,
  { accountId, memberId, personId }: Pick<Principal, 'accountId' | 'memberId'> & { readonly personId: string },
  now: Date,
): Promise<readonly AccessScope[]> {
  const today = easternDay(now)
  const person = await readCovered(db, personId)
  if (person === undefined) return []
  const self = memberId === null ? undefined : await findOnContract(db, memberId, personId)
  const given = (await listHeld(db, accountId)).filter((access) => access.member_id === personId)
  const all = [
    self === undefined
      ? null
      : holdByContract({ relationshipCode: self.relationship_code, dateOfBirth: self.date_of_birth }, person, today),
    ...given.map((access) => hold(person, access.scopes, access, today)),
  ]
  return completeScopes(all.flatMap((one) => one?.scopes ?? []))
}

function holdByContract(
  self: Pick<CoveredPerson, 'relationshipCode' | 'dateOfBirth'>,
  other: CoveredPerson,
  today: string,
): HeldAccess | null {
  return hold(other, scopesOfDependent(contractPerson(self), contractPerson(other), isoDate(today)), null, today)
}

/** What somebody may see of a person on a day, by the contract or by an access; null: nothing. */
function hold(
  person: CoveredPerson,
  scopes: readonly AccessScope[],
  access: Access | null,
  today: string,
): HeldAccess | null {
  const ends = findLastDay(person, access, today)
  if (scopes.length === 0 || !isInForce(person, ends, today)) return null
  if (access !== null && !wasTheirsToGive(person, access)) return null
  return {
    personId: person.memberId,
    accessId: access?.access_id ?? null,
    firstName: person.firstName,
    lastName: person.lastName,
    scopes: completeScopes(scopes),
    ends,
    until: findEarlier(access === null ? findLastDayAsToday(person, today) : null, ends),
    byContract: access === null ? scopes : [],
    words: access?.words ?? null,
  }
}

/** What the contract and an access give together; `one`, the access, can be ended. */
function joinHeld(before: HeldAccess, one: HeldAccess): HeldAccess {
  return {
    ...one,
    scopes: completeScopes([...before.scopes, ...one.scopes]),
    until: findEarlier(one.until, before.until),
    byContract: before.byContract,
  }
}

/** The people on the contract who see someone without asking: the other side of what `readHeld` finds by contract. */
async function readSeenBy(db: Reader, self: CoveredPerson, today: string): Promise<People['seenBy']> {
  const ends = findLastDay(self, null, today)
  const until = findEarlier(findLastDayAsToday(self, today), ends)
  return (await readSeers(db, self, today)).map(({ firstName, lastName, scopes }) => {
    return { firstName, lastName, scopes: [...scopes], ends, until }
  })
}

/** Who may read someone's messages by the contract: the subscriber, for a young child. */
export async function listReadersByContract(db: Reader, memberId: string, now: Date): Promise<readonly string[]> {
  const today = easternDay(now)
  const child = await findMember(db, memberId)
  if (child === undefined || !isYoungChild(child.date_of_birth, today)) return []
  const self = await readCovered(db, memberId)
  const seers = self === undefined ? [] : await readSeers(db, self, today)
  return seers.filter(({ scopes }) => scopes.includes('messages')).map((one) => one.memberId)
}

async function readSeers(db: Reader, self: CoveredPerson, today: string) {
  if (!isInForce(self, findLastDay(self, null, today), today)) return []
  return (await readOthersOnContract(db, self.memberId)).flatMap((other) => {
    const scopes = scopesOfDependent(contractPerson(other), contractPerson(self), isoDate(today))
    return scopes.length === 0 ? [] : [{ ...other, scopes }]
  })
}

async function readGiven(db: Reader, self: CoveredPerson, now: Date): Promise<People['given']> {
  const given: People['given'] = []
  for (const access of await listGiven(db, self.memberId)) {
    const ends = findLastDay(self, access, easternDay(now))
    const state = computeState(access, holdsStill(self, access, now), now)
    given.push({
      accessId: access.access_id,
      name: await readName(db, access),
      email: access.email,
      relationship: access.relationship,
      scopes: access.scopes,
      toldAgain: state === 'active' ? listScopesToldAgain(access.scopes, access.words) : [],
      state,
      lastDay: access.last_day,
      invitedAt: access.invited_at.toISOString(),
      answerBy: access.state === 'invited' ? (access.answer_by?.toISOString() ?? null) : null,
      ends,
    })
  }
  return given
}

function computeState(access: Access, inForce: boolean, now: Date): People['given'][number]['state'] {
  if (access.state === 'invited') return inForce && isAnswerable(access, now) ? 'invited' : 'expired'
  return access.state === 'active' && !inForce ? 'over' : access.state
}

/** Whether an invitation can still be answered. */
export function isAnswerable({ state, answer_by }: Access, now: Date): boolean {
  return state === 'invited' && answer_by !== null && answer_by > now
}

/** Whether what a person gave or offered still holds: an offer made in childhood ends on their 18th birthday, whoever accepts it. */
export function holdsStill(person: CoveredPerson, access: Access, now: Date): boolean {
  const today = easternDay(now)
  return wasTheirsToGive(person, access) && isInForce(person, findLastDay(person, access, today), today)
}

/** A young child gives nobody access; some did before this rule existed. */
function wasTheirsToGive({ dateOfBirth }: CoveredPerson, { invited_at }: Access): boolean {
  return mayGiveAccess(isoDate(dateOfBirth), isoDate(easternDay(invited_at)))
}

/** An access by contract has no stored period: we check it each time. Other access counts as given on the day of the invitation. */
function findLastDay(person: CoveredPerson, access: Access | null, today: string): string | null {
  return lastDayOfAccess({
    chosen: access?.last_day ?? null,
    coverageEnds: person.coverageEnds,
    birth: isoDate(person.dateOfBirth),
    given: access === null ? today : easternDay(access.invited_at),
  })
}

function findLastDayAsToday({ dateOfBirth }: CoveredPerson, today: string): string {
  return lastDayAsToday(isoDate(dateOfBirth), isoDate(today))
}

/** The earlier of two days; null: never. */
function findEarlier(one: string | null, other: string | null): string | null {
  return [one, other].flatMap((day) => day ?? []).sort()[0] ?? null
}

function isInForce({ isCovered }: CoveredPerson, ends: string | null, today: string): boolean {
  return isCovered && (ends === null || today <= ends)
}

async function readName(db: Reader, { state, account_id, name }: Access): Promise<string> {
  if (state !== 'active' || account_id === null) return name
  const { firstName, lastName } = await findPerson(db, account_id)
  return `${firstName} ${lastName}`.trim() || name
}

function contractPerson({ relationshipCode, dateOfBirth }: Pick<CoveredPerson, 'relationshipCode' | 'dateOfBirth'>) {
  return { relationshipCode, dateOfBirth: isoDate(dateOfBirth) }
}
