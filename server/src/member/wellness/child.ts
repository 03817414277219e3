import type * as calls from '@portico/contract/calls/wellness'
import { isYoungChild } from '@portico/rules/people/access'
import { easternDay } from '../../platform/day.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { findSensitiveReader } from '../claims/people.ts'
import { readClaimsLoadedAt, readOpenServices } from '../claims/services.ts'
import { listShownVaccines, nameVaccine, readVaccinesLoadedAt } from '../health-record/vaccines.ts'
import { readMemberCard } from '../member/card.ts'
import { adviseCare, findLater } from './advise.ts'
import type { CareItem, WellnessContent } from './content.ts'
import { ownRecord } from './kept.ts'

/**
 * Vaccines and recommended care of a child, to the parent who looks at their information: from 14 on it is the child's own, as is what adults
 * do to stay well. What is labelled sensitive counts for no one but the patient, and what someone said of themselves is not read at all.
 */
export function readChildCare(content: WellnessContent): AuditedHandler<typeof calls.childCare> {
  return async (_input, { principal, language, now }, tx) => {
    const { memberId, brand } = principal
    const today = easternDay(now)
    const { dateOfBirth: born } = await readMemberCard(tx, memberId)
    const isOwn = principal.actor === null && principal.scopes === null
    const isChild = principal.scopes !== null && isYoungChild(born, today)
    if (!isOwn && !isChild) return about(ownRecord, { child: null })
    const items = content.care(brand)
    const codes = items.flatMap(({ shownBy }) => shownBy.flatMap((one) => one.codes))
    const vaccines = await listShownVaccines(tx, memberId, findSensitiveReader(principal))
    const services = [
      ...(await readOpenServices(tx, memberId, codes)),
      ...vaccines.flatMap(({ codes: given, day }) => given.map((code) => ({ code, day: day ?? '' }))),
    ]
    return about(ownRecord, {
      child: {
        care: putChildrensFirst(adviseCare(items, language, { born, today, sex: null, smoked: null, services }), items),
        vaccines: vaccines.map((one) => ({ name: nameVaccine(one, language), day: one.day })),
        checked: content.checked,
        claimsAsOf: findLater(await readClaimsLoadedAt(tx, memberId), await readVaccinesLoadedAt(tx, memberId)),
      },
    })
  }
}

/** The last age of what is for the young alone. */
const youngUntil = 21

/** A check-up first and then vaccines, of what is for children alone; the rest in its order. */
function putChildrensFirst<Care extends { readonly id: string }>(
  care: readonly Care[],
  items: readonly CareItem[],
): Care[] {
  const isForChildren = ({ id }: Care) =>
    (items.find((one) => one.id === id)?.to ?? Number.POSITIVE_INFINITY) <= youngUntil
  const rank = (one: Care) => (isForChildren(one) ? (one.id === 'well-child' ? 0 : 1) : 2)
  return care.toSorted((a, b) => rank(a) - rank(b))
}
