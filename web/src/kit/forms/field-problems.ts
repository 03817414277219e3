import type { ErrorEntry } from '@portico/contract/errors'
import { type FormState, fieldState, formState } from '@portico/rules/validation/form-state'
import { type Problem, problemCodes } from '@portico/rules/validation/result'
import type { MessageId } from '../../base/texts/catalogues.ts'

/** The values of a form's fields, as typed. */
export type Values<Name extends string> = Readonly<Record<Name, string>>

/** What is wrong with a field: the id of its text, which is a rule's code or a text for one of the server's codes. */
export interface FieldProblem {
  readonly code: MessageId
  readonly params?: Problem['params']
}

/** Problems by field; fields without a problem are left out. */
export type FieldProblems<Name extends string> = Readonly<Partial<Record<Name, FieldProblem>>>

/** The problems found by a check, without valid fields. */
export function problemsIn<Name extends string>(
  names: readonly Name[],
  find: (name: Name) => FieldProblem | null | undefined,
): FieldProblems<Name> {
  const found: Partial<Record<Name, FieldProblem>> = {}
  for (const name of names) {
    const problem = find(name)
    if (problem) found[name] = problem
  }
  return found
}

/** What is needed to find texts for the server's errors. */
export interface ServerTexts {
  /** In a form with a single field, the field that codes without a field belong to. */
  readonly field?: string
  /** Texts for codes that are not among the rules' own. */
  readonly codes?: Readonly<Record<string, MessageId>>
  /** Values for the texts. */
  readonly params?: Problem['params']
}

/** The problems found by the server; entries without a field of the form or a text for their code are left out. */
export function problemsOfEntries<Name extends string>(
  names: readonly Name[],
  entries: readonly ErrorEntry[],
  { field: only, codes = {}, params = {} }: ServerTexts,
): FieldProblems<Name> {
  return problemsIn(names, (name) => {
    const told = entries.find(({ field = only }) => field === name)?.errorMessage ?? ''
    const code = codes[told] ?? problemCodes.find((known) => known === told)
    return code ? { code, params } : null
  })
}

/**
 * The problems left after a change: a problem that is corrected, in this field or in another that it depends on, disappears at once; new
 * ones wait for the next attempt. A problem that only the server found stays until its own field is changed.
 */
export function problemsLeft<Name extends string>(
  told: FieldProblems<Name>,
  changed: Name,
  before: (name: Name) => FieldProblem | null,
  now: (name: Name) => FieldProblem | null,
): FieldProblems<Name> {
  return problemsIn(
    Object.keys(told) as Name[],
    (name) => now(name) ?? (name === changed || before(name) ? null : told[name]),
  )
}

/** State of the form, given these problems (VA-12). */
export function stateOfForm<Name extends string>(
  names: readonly Name[],
  values: Values<Name>,
  problems: FieldProblems<Name>,
): FormState {
  return formState(names.map((name) => toState(values[name], problems[name])))
}

function toState(value: string, problem: FieldProblem | undefined): FormState {
  // Only whether there is a problem matters, not which one.
  return fieldState(value, problem ? { code: 'field.required' } : null)
}
