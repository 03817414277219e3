import type { ErrorEntry } from '@portico/contract/errors'
import { type FormState, fieldState, formState } from '@portico/rules/validation/form-state'
import { checkPhone } from '@portico/rules/validation/phone'
import { type Problem, type ProblemCode, problemCodes } from '@portico/rules/validation/result'
import { checkRequiredSelect } from '@portico/rules/validation/select'
import { checkRequiredText } from '@portico/rules/validation/text'
import type { ProblemsIn } from '../../shared/composing/state.ts'
import { type FieldName, fieldNames, type MessageFields } from './fields.ts'

/** Problems by field; fields without a problem are left out. */
export type ContactProblems = ProblemsIn<MessageFields>

/** The same rules as the server's (VA-1, VA-9). */
export function checkFields(fields: MessageFields): ContactProblems {
  const found: Record<FieldName, Problem | null> = {
    categoryId: checkRequiredSelect(fields.categoryId),
    subCategoryId: checkRequiredSelect(fields.subCategoryId),
    subject: checkRequiredText(fields.subject),
    text: checkRequiredText(fields.text),
    phoneNumber: checkPhone(fields.phoneNumber.trim()),
    bestTime: null,
  }
  return collect((name) => found[name])
}

/** The problems found by the server; entries that match no field or rule are left out. */
export function toProblems(entries: readonly ErrorEntry[]): ContactProblems {
  return collect((name) => {
    const code = entries.find(({ field }) => field === name)?.errorMessage
    return isProblemCode(code) ? { code } : null
  })
}

/** State of the form, given these problems (VA-12). */
export function toState(fields: MessageFields, problems: ContactProblems): FormState {
  return formState(fieldNames.map((name) => fieldState(fields[name], problems[name] ?? null)))
}

/** The fields to correct, in the order of the form. */
export function wrongFields(problems: ContactProblems): FieldName[] {
  return fieldNames.filter((name) => problems[name] !== undefined)
}

function collect(find: (name: FieldName) => Problem | null | undefined): ContactProblems {
  return Object.fromEntries(
    fieldNames.flatMap((name) => {
      const problem = find(name)
      return problem ? [[name, problem]] : []
    }),
  )
}

function isProblemCode(code: string | undefined): code is ProblemCode {
  return problemCodes.some((known) => known === code)
}
