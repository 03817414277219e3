import type * as calls from '@portico/contract/calls/wellness'
import type { Language } from '@portico/contract/page'
import { isYoungChild } from '@portico/rules/people/access'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
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
 * Vaccines and recommended care of a child, for the parent who looks at their information: from 14 on they are the child's own, like
 * what adults do to stay well. Records labeled sensitive count only for the patient, and what someone said about themselves is never
 * read here.
 */
export function readChildCare(content: WellnessContent): AuditedHandler<typeof calls.childCare> {
  return async (_input, context, tx) => {
    const { principal, language } = context
    const { memberId } = principal
    const isOwn = principal.actor === null && principal.scopes === null
    if (!isOwn && !(await isOfYoungChild(tx, context))) return about(ownRecord, { child: null })
    const { care, vaccines } = await readChildAdvice(tx, content, context)
    return about(ownRecord, {
      child: {
        care,
        vaccines: vaccines.map((one) => ({ name: nameVaccine(one, language), day: one.day })),
        checked: content.checked,
        claimsAsOf: findLater(await readClaimsLoadedAt(tx, memberId), await readVaccinesLoadedAt(tx, memberId)),
      },
    })
  }
}

interface Asked {
  readonly principal: MemberPrincipal
  readonly language: Language
  readonly now: Date
}

/** Whether someone looks at a child so young that a parent may see the recommendations for them. */
export async function isOfYoungChild(tx: Tx, { principal, now }: Omit<Asked, 'language'>): Promise<boolean> {
  if (principal.scopes === null) return false
  return isYoungChild((await readMemberCard(tx, principal.memberId)).dateOfBirth, easternDay(now))
}

/** Recommendations for a young child, and their vaccines, as the reader may see them. */
export async function readChildAdvice(tx: Tx, content: WellnessContent, { principal, language, now }: Asked) {
  const { memberId, brand } = principal
  const { dateOfBirth: born } = await readMemberCard(tx, memberId)
  const items = content.care(brand)
  const codes = items.flatMap(({ shownBy }) => shownBy.flatMap((one) => one.codes))
  const vaccines = await listShownVaccines(tx, memberId, findSensitiveReader(principal))
  const services = [
    ...(await readOpenServices(tx, memberId, codes)),
    ...vaccines.flatMap(({ codes: given, day }) => given.map((code) => ({ code, day: day ?? '' }))),
  ]
  const person = { born, today: easternDay(now), sex: null, smoked: null, services }
  return { care: putChildrensFirst(adviseCare(items, language, person), items), vaccines }
}

/** The highest age limit of care that is only for the young. */
const youngUntil = 21

/** Care for children first, a check-up before vaccines; the rest in its own order. */
function putChildrensFirst<Care extends { readonly id: string }>(
  care: readonly Care[],
  items: readonly CareItem[],
): Care[] {
  const isForChildren = ({ id }: Care) =>
    (items.find((one) => one.id === id)?.to ?? Number.POSITIVE_INFINITY) <= youngUntil
  const rank = (one: Care) => (isForChildren(one) ? (one.id === 'well-child' ? 0 : 1) : 2)
  return care.toSorted((a, b) => rank(a) - rank(b))
}
