import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { computeFhirId } from '../../../apis/fhir/shelf/place.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockMembers } from '../../../platform/db/row-locks.ts'
import { listGiving } from './judge-by-directory.ts'
import type { Marks } from './marks.ts'
import { findSensitiveMedications } from './medication-store.ts'
import { findPartiesByNpi, noteAwaited } from './npi-store.ts'
import { findSensitiveParties, isParty } from './party-store.ts'

/** A member's resource with its marks; null: it has no member yet. */
export interface MarkedOf {
  readonly memberId: string | null
  readonly marks: Marks
  /** It refers to others by the ids under which they are served, not by those of a file. */
  readonly isPublished?: boolean
}

/**
 * The marks of resources, labeled if a resource that one of them refers to as its reason is sensitive: a diagnosis, a prescription, a
 * visit, what the plan approved, who gave the care (MP-14). Waits for other transactions about the same members, which may be storing such
 * a reason and do not see these resources.
 */
export async function withReasons(tx: Tx, brand: string, all: readonly MarkedOf[]): Promise<Marks[]> {
  await lockMembers(
    tx,
    all.flatMap(({ memberId }) => memberId ?? []),
  )
  const byNumber = await findApprovals(tx, all)
  const byReference = await findReasons(tx, brand, all)
  const byNpi = await findGiving(tx, brand, all)
  return all.map((one) => ({
    ...one.marks,
    labeled: one.marks.labeled || byNumber.has(one) || byReference.has(one) || byNpi.has(one),
  }))
}

/** The resources that name a giver of sensitive care by NPI alone. Notes the members to judge again once a still unknown provider comes. */
async function findGiving(tx: Tx, brand: string, all: readonly MarkedOf[]): Promise<ReadonlySet<MarkedOf>> {
  const asked = all.filter(({ marks }) => marks.npis.length > 0)
  if (asked.length === 0) return new Set()
  const npis = [...new Set(asked.flatMap(({ marks }) => marks.npis))]
  const parties = await findPartiesByNpi(tx, brand, npis)
  const inDirectory = await listGiving(tx, brand, npis)
  const sensitive = await findSensitiveParties(tx, brand, [...parties.values()].flat())
  const isGiving = (npi: string) => inDirectory.has(npi) || parties.get(npi)?.some((key) => sensitive.has(key)) === true
  const open = asked.flatMap(({ memberId, marks }) =>
    memberId === null ? [] : marks.npis.flatMap((npi) => (isGiving(npi) ? [] : { memberId, npi })),
  )
  await noteAwaited(tx, brand, open)
  return new Set(asked.filter(({ marks }) => marks.npis.some(isGiving)))
}

/** The resources that name a sensitive prior authorization by its number. */
async function findApprovals(tx: Tx, all: readonly MarkedOf[]): Promise<ReadonlySet<MarkedOf>> {
  const asked = all.filter(({ memberId, marks }) => memberId !== null && marks.numbers.length > 0)
  if (asked.length === 0) return new Set()
  const { rows } = await sql<{ memberId: string; number: string }>`
    select member_id as "memberId", number from prior_authorization
    where member_id = any(${asked.map(({ memberId }) => memberId)}::uuid[]) and sensitive
      and number = any(${asked.flatMap(({ marks }) => marks.numbers)}::text[])`.execute(tx)
  const found = new Set(rows.map(({ memberId, number }) => `${memberId} ${number}`))
  return new Set(asked.filter(({ memberId, marks }) => marks.numbers.some((one) => found.has(`${memberId} ${one}`))))
}

async function findReasons(tx: Tx, brand: string, all: readonly MarkedOf[]): Promise<ReadonlySet<MarkedOf>> {
  const asked = all.flatMap(({ memberId, marks, isPublished = false }) =>
    marks.reasons.flatMap((reason) => {
      const [type = '', id = ''] = reason.split('/')
      if (memberId === null) return []
      // The member's own id, whatever the files' ids.
      if (type === 'Patient') return { memberId, reason, type, id: memberId }
      if (isPublished && !isUuid(id)) return []
      return { memberId, reason, type, id: isPublished ? id : computeFhirId(brand, type, id) }
    }),
  )
  if (asked.length === 0) return new Set()
  const parties = await findSensitiveParties(
    tx,
    brand,
    asked.flatMap(({ type, id }) => (isParty(type) ? `${type}/${id}` : [])),
  )
  const drugs = await findSensitiveMedications(
    tx,
    brand,
    asked.map(({ type, id }) => `${type}/${id}`),
  )
  const { rows } = await sql<{ place: number }>`
    select asked.place::int as place
    from unnest(${asked.map((one) => one.memberId)}::uuid[], ${asked.map((one) => one.type)}::text[],
      ${asked.map((one) => one.id)}::uuid[]) with ordinality as asked (member, type, id, place)
      join fhir_resource r on r.member_id = asked.member and r.type = asked.type and r.id = asked.id
    where r.sensitive`.execute(tx)
  const confidential = await findConfidential(
    tx,
    asked.flatMap(({ type, memberId }) => (type === 'Patient' ? memberId : [])),
  )
  const named = [
    ...rows.flatMap(({ place }) => asked[place - 1] ?? []),
    ...asked.filter(({ type, id }) => parties.has(`${type}/${id}`) || drugs.has(`${type}/${id}`)),
    ...asked.filter(({ type, id }) => type === 'Patient' && confidential.has(id)),
  ]
  const found = new Set(named.map(({ memberId, reason }) => `${memberId} ${reason}`))
  return new Set(
    all.filter(({ memberId, marks }) => marks.reasons.some((reason) => found.has(`${memberId} ${reason}`))),
  )
}

/** The members whose enrollment restricts access to their data (INS13). */
async function findConfidential(tx: Tx, members: readonly string[]): Promise<ReadonlySet<string>> {
  if (members.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select member_id as id from x12_member
    where member_id = any(${[...new Set(members)]}::uuid[]) and person -> 'aside' -> 'confidentiality' ->> 0 = 'R'`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The people whose Patients in the files are all labeled, and those whose enrollment restricts access to their data. */
export async function findLabeledPeople(tx: Tx, members: readonly string[]): Promise<ReadonlySet<string>> {
  if (members.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select member_id as id from fhir_resource
    where member_id = any(${[...members]}::uuid[]) and type = 'Patient' and id = member_id and sensitive`.execute(tx)
  return new Set([...rows.map(({ id }) => id), ...(await findConfidential(tx, members))])
}
