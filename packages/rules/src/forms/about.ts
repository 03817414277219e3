import { type AccessScope, formsNamedIn } from '../people/access.ts'
import type { FormAnswers } from './check.ts'
import type { FormKind } from './kinds.ts'

/** The field of a form that says which covered person it is about (MP-21). */
export const aboutField = 'about'

/** What someone may see and do for another person on their plan. */
export interface HeldOfPerson {
  /** What the contract grants without asking. */
  readonly byContract: readonly AccessScope[]
  /** All scopes, including those that the person shares. */
  readonly scopes: readonly AccessScope[]
  /** The edition of the wording under which the person shares them; null: they share nothing. */
  readonly words: number | null
}

/**
 * Whether someone may send a form about another person on their plan (MP-21). Appeals and authorizations to disclose require the right
 * to decide for the person, which only the contract grants, for young children. Forms about care or its cost require the right to see
 * claims and, from people who share theirs, the right to write as well. Forms about other insurance require the right to see the
 * coverage, under the same condition.
 */
export function maySendFormAbout(kind: FormKind, { byContract, scopes, words }: HeldOfPerson): boolean {
  const needed = kind === 'other-insurance' ? 'coverage' : 'claims'
  if (byContract.includes(needed)) return true
  if (takesRightToDecide(kind)) return false
  return words !== null && words >= formsNamedIn && scopes.includes(needed) && scopes.includes('write')
}

export function takesRightToDecide(kind: FormKind): boolean {
  return kind === 'appeal' || kind === 'release'
}

/** A choice of a form, with the person it belongs to, if any. */
export interface OptionOfPerson {
  readonly value: string
  readonly of?: string | undefined
}

/** Whether a choice belongs to the person whom the form is about; before one is chosen, all do. */
export function isOfChosenPerson({ of }: OptionOfPerson, answers: FormAnswers): boolean {
  const about = answers[aboutField] ?? ''
  return of === undefined || about === '' || of === about
}
