import type { GrantLasts } from '@portico/rules/apps/grant'
import { endOfGrant } from '@portico/rules/apps/grant'
import { decidesForSelf } from '@portico/rules/people/access'
import { findPerson } from '../../identity/accounts/people.ts'
import { findMember } from '../../member/member/contract.ts'
import { readHeld } from '../../member/people/standing.ts'
import { easternDay } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { Grant } from './grant-store.ts'

/** Someone whose data a person may let an app read (OS-40). */
export interface Connectable {
  readonly memberId: string
  readonly whose: Grant['whose']
  readonly firstName: string
  readonly lastName: string
  /** The last day of the right to it, `yyyy-mm-dd`; null: no end is known. */
  readonly until: string | null
}

type Person = Pick<Principal, 'accountId' | 'memberId'>

/** One's own data, unless a parent decides about it, that of one's children under 14, and that of people who share it for apps. */
export async function listConnectable(db: Reader, person: Person, now: Date): Promise<Connectable[]> {
  const { accountId, memberId } = person
  const self = memberId === null ? null : await findPerson(db, accountId)
  const own = { whose: 'own', firstName: self?.firstName ?? '', lastName: self?.lastName ?? '', until: null } as const
  const held = await readHeld(db, person as Principal, now)
  return [
    ...(memberId === null || !(await mayGiveOwn(db, memberId, now)) ? [] : [{ memberId, ...own }]),
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

async function mayGiveOwn(db: Reader, memberId: string, now: Date): Promise<boolean> {
  const member = await findMember(db, memberId)
  return member !== undefined && decidesForSelf(member.date_of_birth, member.chip, easternDay(now))
}

/** Whether a person still has the right to the data that they have let an app read. */
export async function isStillConnectable(
  db: Reader,
  person: Person,
  grant: Pick<Grant, 'member_id' | 'whose'>,
  now: Date,
) {
  if (grant.whose === 'own') return person.memberId === grant.member_id
  return (await listConnectable(db, person, now)).some(({ memberId }) => memberId === grant.member_id)
}

export function computeEnd(lasts: GrantLasts, { until }: Pick<Connectable, 'until'>, now: Date): Date | null {
  return endOfGrant(lasts, now, until)
}
