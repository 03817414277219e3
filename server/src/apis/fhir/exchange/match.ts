import { isObject, readText } from '@portico/rules/fhir/json'
import { normalizeMemberId, normalizeName } from '@portico/rules/registration/choices'
import { listByNumber, type Member } from '../../../member/member/store.ts'
import { listOptedOut } from '../../../member/sharing/choice-statement.ts'
import { easternDay } from '../../../platform/day.ts'
import type { Database, Reader, Tx } from '../../../platform/db/database.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { SystemAccess } from '../access.ts'
import type { Matched } from './group-store.ts'
import { findPermission, listCardNumbers, type MemberBundle } from './member-bundle.ts'

/** A match's outcome: someone who does not want to be found counts as not found (OS-51). */
export type Outcome =
  | { readonly kind: 'match'; readonly member: Member; readonly matched: Matched }
  | { readonly kind: 'no-match' | 'several' | 'no-consent' | 'locked' }

interface Asking {
  readonly access: SystemAccess
  readonly now: Date
}

/** Counts an attempt before it is judged, by system and by card number; false: too many have failed (OS-52). */
export async function reserveTry(limits: Limits, run: Pick<Database, 'run'>, bundle: MemberBundle, asking: Asking) {
  const { access, now } = asking
  return limits.reserveExchange(run, access.clientId, listCardNumbers(bundle).map(normalizeMemberId), now)
}

/** Judges a described member: one match or none. Number and birth date must agree, and the name after folding. */
export async function judgeMember(db: Reader, bundle: MemberBundle, { access, now }: Asking): Promise<Outcome> {
  const { brand, organization } = access
  // Without a permission, the answer does not reveal whether there is such a member.
  const permission = findPermission(bundle, organization, now)
  if (permission === null) return { kind: 'no-consent' }
  const [member, another] = await findMembers(db, brand, bundle, easternDay(now))
  if (another !== undefined) return { kind: 'several' }
  if (member === undefined) return { kind: 'no-match' }
  const isOut = organization.kind === 'provider' && (await listOptedOut(db, [member.member_id])).size > 0
  if (isOut) return { kind: 'no-match' }
  return { kind: 'match', member, matched: { memberId: member.member_id, endsAt: permission.endsAt } }
}

/** Only failed attempts count. */
export async function succeedTry(limits: Limits, tx: Tx, bundle: MemberBundle, { access }: Asking): Promise<void> {
  await limits.succeedExchange(tx, access.clientId, listCardNumbers(bundle).map(normalizeMemberId))
}

async function findMembers(db: Reader, brand: string, bundle: MemberBundle, today: string): Promise<readonly Member[]> {
  const { patient } = bundle
  const birthDate = readText(patient.birthDate)
  const names = [patient.name ?? []].flat().filter(isObject).slice(0, 10)
  const listed = names.flatMap(({ family, given }) => {
    const [first, ...more] = [given ?? []].flat().flatMap((one) => readText(one) ?? [])
    const last = readText(family)
    // People with a single name.
    if (first === undefined || last === undefined) return [first ?? last ?? []].flat().map(normalizeName)
    return [`${first} ${last}`, `${[first, ...more].join(' ')} ${last}`].map(normalizeName)
  })
  const found = new Map<string, Member>()
  for (const number of listCardNumbers(bundle))
    for (const member of await listByNumber(db, brand, normalizeMemberId(number), today))
      if (
        member.date_of_birth === birthDate &&
        listed.includes(normalizeName(`${member.first_name} ${member.last_name}`))
      )
        found.set(member.member_id, member)
  return [...found.values()]
}
