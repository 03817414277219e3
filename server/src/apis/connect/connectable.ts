import type { GrantLasts } from '@portico/rules/apps/grant'
import { endOfGrant } from '@portico/rules/apps/grant'
import { decidesForSelf, isOwnDecision, lastDayOfGuardian } from '@portico/rules/people/access'
import { findPerson } from '../../identity/accounts/people.ts'
import { findMember } from '../../member/member/contract.ts'
import { readHeld } from '../../member/people/standing.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { Grant, JudgedGrant } from './grant-store.ts'

/** Someone whose data a person may let an app read (OS-40). */
export interface Connectable {
  readonly memberId: string
  readonly whose: Grant['whose']
  readonly firstName: string
  readonly lastName: string
  /** The last day of the person's right to it, `yyyy-mm-dd`; null: no known end. */
  readonly until: string | null
}

type Person = Pick<Principal, 'accountId' | 'memberId'>

/**
 * The person's own data, unless a parent decides about it; that of their children under 14; and that of people who share theirs for apps.
 */
export async function listConnectable(db: Reader, person: Person, now: Date): Promise<Connectable[]> {
  const own = await findOwn(db, person, now)
  const held = await readHeld(db, person as Principal, now)
  return [
    ...(own === null ? [] : [own]),
    ...held
      .filter(({ scopes }) => scopes.includes('apps'))
      .map(({ personId, accessId, firstName, lastName, until }) => ({
        memberId: personId,
        whose: accessId === null ? ('child' as const) : ('shared' as const),
        firstName,
        lastName,
        until,
      })),
  ]
}

/** A person's own data; null if they have none, or do not decide about it. */
async function findOwn(db: Reader, { accountId, memberId }: Person, now: Date): Promise<Connectable | null> {
  const member = memberId === null ? undefined : await findMember(db, memberId)
  const today = easternDay(now)
  if (member === undefined || !decidesForSelf(member.date_of_birth, member.chip, today)) return null
  const { firstName, lastName } = await findPerson(db, accountId)
  const until = lastDayOfGuardian(isoDate(member.date_of_birth), isoDate(today))
  return { memberId: member.member_id, whose: 'own', firstName, lastName, until }
}

/**
 * Whether a person still has the right to data that they have let an app read (OS-40). A guardian's grant for a child ends when the child
 * turns 14, and a grant by a child too young to decide never counts.
 */
export async function isStillConnectable(db: Reader, person: Person, grant: JudgedGrant, now: Date): Promise<boolean> {
  const { member_id, whose, changed_at, date_of_birth: born, chip } = grant
  if (whose !== 'own') return (await listConnectable(db, person, now)).some(({ memberId }) => memberId === member_id)
  const today = easternDay(now)
  if (person.memberId !== member_id || born === null) return false
  return decidesForSelf(born, chip === true, today) && isOwnDecision(born, easternDay(changed_at), today)
}

export function computeEnd(lasts: GrantLasts, { until }: Pick<Connectable, 'until'>, now: Date): Date | null {
  return endOfGrant(lasts, now, until)
}
