import type { PayloadOf } from '@portico/contract/call'
import type { openForm } from '@portico/contract/calls/forms'
import type { ErrorEntry } from '@portico/contract/errors'
import { answersAsked, checkForm } from '@portico/rules/forms/check'
import type { CalendarDate } from '@portico/rules/validation/date'
import { problemCodes } from '@portico/rules/validation/result'
import type { ProblemsIn } from '../composing/state.ts'

export type FormContent = PayloadOf<typeof openForm>['form']
export type FormField = FormContent['steps'][number]['fields'][number]

/** What was typed and chosen in a form, plus the signature; no field of a form has the signature's name. */
export type FormValues = Readonly<Record<string, string>>
export const signature = { name: 'signedName', agreed: 'agreed' } as const
/** The name of the attachments in the server's problems. */
export const filesField = 'attachmentIds'

export const agreedValue = 'yes'

export function fieldsIn(form: FormContent): FormField[] {
  return form.steps.flatMap(({ fields }) => fields)
}

function readToday({ today }: FormContent): CalendarDate {
  return { year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)), day: Number(today.slice(8, 10)) }
}

/** Checks a form and its signature by the same rule as the server. */
export function checkAll(form: FormContent, fields: FormValues): ProblemsIn<FormValues> {
  return {
    ...checkForm(fieldsIn(form), fields, readToday(form)),
    ...((fields[signature.name] ?? '').trim() === '' && { [signature.name]: { code: 'field.required' } as const }),
    ...(fields[signature.agreed] !== agreedValue && { [signature.agreed]: { code: 'terms.required' } as const }),
  }
}

/** The problems found by the server; entries without a rule are left out. */
export function toProblems(entries: readonly ErrorEntry[]): ProblemsIn<FormValues> {
  return Object.fromEntries(
    entries.flatMap(({ field, errorMessage }) => {
      const code = problemCodes.find((known) => known === errorMessage)
      return field !== undefined && code ? [[field, { code }]] : []
    }),
  )
}

/** The answers without the signature. */
export function omitSignature(fields: FormValues): Record<string, string> {
  const { [signature.name]: _name, [signature.agreed]: _agreed, ...answers } = fields
  return answers
}

/** A form's answers by step, to be checked before signing. */
export function listAnswers(form: FormContent, fields: FormValues) {
  const said = answersAsked(fieldsIn(form), fields)
  return form.steps.map(({ title, fields: all }) => ({
    title,
    answers: all.flatMap(({ name, label, options }) => {
      const value = said[name]
      if (value === undefined) return []
      return [{ name, label, value: options.find((option) => option.value === value)?.label ?? value }]
    }),
  }))
}

/** The step to continue at: the first incomplete one, or the one after all of them. */
export function stepToGoOn(form: FormContent, fields: FormValues): number {
  const wrong = checkForm(fieldsIn(form), fields, readToday(form))
  const at = form.steps.findIndex((step) => step.fields.some(({ name }) => wrong[name] !== undefined))
  return at === -1 ? form.steps.length : at
}
