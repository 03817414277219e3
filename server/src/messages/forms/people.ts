import type { Language } from '@portico/contract/page'
import { aboutField, maySendFormAbout, takesRightToDecide } from '@portico/rules/forms/about'
import type { FormAnswers } from '@portico/rules/forms/check'
import type { FormKind } from '@portico/rules/forms/kinds'
import { findRelationship } from '@portico/rules/member/family'
import { decidesForSelf } from '@portico/rules/people/access'
import { type CoveredPerson, readCovered, readOthersOnContract } from '../../member/member/contract.ts'
import { readHeld } from '../../member/people/standing.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { type Form, type FormFieldOf, listFields } from './definitions.ts'
import { formTexts } from './texts.ts'

/** Whom a form can be about, the member first, and whether the form asks (MP-21). */
export interface FormPeople {
  readonly people: readonly CoveredPerson[]
  /** False for someone who is alone on their plan, or who, by their relationship, may act for nobody else on it. */
  readonly asked: boolean
}

/** The member, and those on their plan about whom they may send the form. */
export async function listPeopleOfForm(
  tx: Tx,
  { principal, now }: Pick<CallContext<MemberPrincipal>, 'principal' | 'now'>,
  kind: FormKind,
): Promise<FormPeople> {
  const self = await readCovered(tx, principal.memberId)
  if (self === undefined) throw new Error('There is no such member.')
  const own = mayBeAboutSelf(kind, self, now) ? [self] : []
  const others = (await readOthersOnContract(tx, principal.memberId)).filter(({ isCovered }) => isCovered)
  if (others.length === 0) return { people: own, asked: false }
  const held = await readHeld(tx, principal, now)
  const may = new Set(held.filter((one) => maySendFormAbout(kind, one)).map(({ personId }) => personId))
  const people = [...own, ...others.filter(({ memberId }) => may.has(memberId))]
  return { people, asked: people.length > 1 || findRelationship(self.relationshipCode) === 'subscriber' }
}

/** Only a parent can authorize a disclosure of a young child's information, just as with access and apps (RG-3, OS-40). */
function mayBeAboutSelf(kind: FormKind, { dateOfBirth, isGuarded }: CoveredPerson, now: Date): boolean {
  return kind !== 'release' || decidesForSelf(dateOfBirth, isGuarded, easternDay(now))
}

/** The answers with the member as the person, if they name nobody and nobody else is possible. */
export function answersAbout({ people: [self, ...others] }: FormPeople, answers: FormAnswers): FormAnswers {
  const isOpen = (answers[aboutField]?.trim() ?? '') === ''
  return self !== undefined && isOpen && others.length === 0 ? { ...answers, [aboutField]: self.memberId } : answers
}

/** The person whom the answers name; undefined if they may not be chosen. */
export function findAbout({ people }: FormPeople, answers: FormAnswers): CoveredPerson | undefined {
  return people.find(({ memberId }) => memberId === answers[aboutField])
}

/** The people as choices, the member as "you"; empty if there is nothing to ask, but a draft about somebody else must be asked. */
export function listPeopleOptions(
  kind: FormKind,
  { people, asked }: FormPeople,
  language: Language,
  answers: FormAnswers = {},
) {
  const isAboutOther = (answers[aboutField] ?? '') !== '' && answers[aboutField] !== people[0]?.memberId
  if (!asked && !isAboutOther) return []
  const say = formTexts(language)
  return people.map(({ memberId, firstName, lastName }, at) => {
    const name = `${firstName} ${lastName}`.trim()
    if (at === 0) return { value: memberId, label: say('you', { name }) }
    const statement = stateRight(kind, name, language)
    return { value: memberId, label: name, ...(statement !== null && { statement }) }
  })
}

/** The statement that someone signs who decides for another person; null: the form does not require the right to decide. */
export function stateRight(kind: FormKind, name: string, language: Language): string | null {
  return takesRightToDecide(kind) ? formTexts(language)('guardian', { name }) : null
}

/** The fields with the people who may be chosen, for the rule that checks answers. */
export function withPeople(form: Form, { people }: FormPeople): FormFieldOf[] {
  return listFields(form).map((field) => {
    if (field.type !== 'person') return field
    const options = people.map(({ memberId, firstName }) => ({
      value: memberId,
      label: { en: firstName, es: firstName },
    }))
    return { ...field, options }
  })
}
