import type { PayloadOf } from '@portico/contract/call'
import type { openForm } from '@portico/contract/calls/forms'
import type { ErrorEntry } from '@portico/contract/errors'
import { aboutField, isOfChosenPerson } from '@portico/rules/forms/about'
import { answersAsked, checkForm, parseCents } from '@portico/rules/forms/check'
import type { CalendarDate } from '@portico/rules/validation/date'
import { problemCodes } from '@portico/rules/validation/result'
import type { Format } from '../../base/texts/format.ts'
import type { ProblemsIn } from '../composing/state.ts'

export type FormContent = PayloadOf<typeof openForm>['form']
export type FormField = FormContent['steps'][number]['fields'][number]

/** The typed and chosen values of a form, plus the signature; no field of a form has the signature's name. */
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

/** The field with the choices that fit the person that the form is about. */
export function fitToPerson(field: FormField, fields: FormValues): FormField {
  return { ...field, options: field.options.filter((option) => isOfChosenPerson(option, fields)) }
}

/** A change of a field; if the person changes, a claim of somebody else is no longer chosen. */
export function changeField(form: FormContent, fields: FormValues, name: string, value: string): FormValues {
  const changed = { [name]: value }
  if (name !== aboutField) return changed
  const next = { ...fields, ...changed }
  const lost = fieldsIn(form).filter(({ name: other, type, options }) => {
    const chosen = options.find((option) => option.value === next[other])
    return type === 'claim' && chosen !== undefined && !isOfChosenPerson(chosen, next)
  })
  return { ...changed, ...Object.fromEntries(lost.map((field) => [field.name, ''])) }
}

interface OpenedFor {
  readonly claim: string | undefined
  /** An appeal of a prior authorization's decision, not of a claim's. */
  readonly isOfApproval: boolean
}

/** The initial values of a form: the claim that it was opened for and that claim's person, or the only person it can be about. */
export function presetFields(form: FormContent, { claim, isOfApproval }: OpenedFor): FormValues {
  const all = fieldsIn(form)
  const people = all.find(({ name }) => name === aboutField)?.options ?? []
  const chosen = all
    .flatMap(({ type, options }) => (type === 'claim' ? options : []))
    .find((one) => one.value === claim)
  const about = chosen?.of ?? (people.length === 1 ? people[0]?.value : undefined)
  return {
    ...(claim !== undefined && { decision: 'claim', claim }),
    ...(isOfApproval && { decision: 'approval' }),
    ...(people.length > 0 && about !== undefined && { [aboutField]: about }),
  }
}

/** The statement to sign besides the form's own, for the person that the form is about. */
export function findStatementFor(form: FormContent, fields: FormValues): string | undefined {
  const field = fieldsIn(form).find(({ name }) => name === aboutField)
  return field?.options.find(({ value }) => value === fields[aboutField])?.statement
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

/** A form's answers by step, for review before signing; amounts are formatted as money. */
export function listAnswers(form: FormContent, fields: FormValues, { money }: Pick<Format, 'money'>) {
  const said = answersAsked(fieldsIn(form), fields)
  return form.steps.map(({ title, fields: all }) => ({
    title,
    answers: all.flatMap(({ name, label, type, options }) => {
      const value = said[name]
      if (value === undefined) return []
      const cents = type === 'money' ? parseCents(value) : null
      const shown = cents === null ? options.find((option) => option.value === value)?.label : money(cents)
      return [{ name, label, value: shown ?? value }]
    }),
  }))
}

/** The step to continue at: the first incomplete one, or the one after all of them. */
export function stepToGoOn(form: FormContent, fields: FormValues): number {
  const wrong = checkForm(fieldsIn(form), fields, readToday(form))
  const at = form.steps.findIndex((step) => step.fields.some(({ name }) => wrong[name] !== undefined))
  return at === -1 ? form.steps.length : at
}
