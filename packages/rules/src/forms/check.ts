import { type CalendarDate, checkDate, parseDate, toYyyymmdd } from '../validation/date.ts'
import { checkPhone } from '../validation/phone.ts'
import type { Problem } from '../validation/result.ts'
import { isOfChosenPerson, type OptionOfPerson } from './about.ts'

export const fieldTypes = ['text', 'long', 'date', 'money', 'phone', 'choice', 'claim', 'person'] as const

/** The part of a form's field that its rule needs (MP-21); its texts are content. */
export interface FieldRule {
  readonly name: string
  readonly type: (typeof fieldTypes)[number]
  readonly required: boolean
  /** In characters. */
  readonly max: number
  /** For a date: not after today. */
  readonly past: boolean
  /** For a date: not before today. */
  readonly coming: boolean
  /** Asked only if another field has this value, or, with `not`, any other value. */
  readonly showIf: {
    readonly field: string
    readonly equals?: string | undefined
    readonly not?: string | undefined
  } | null
  readonly options: readonly OptionOfPerson[]
}

/** What was typed or chosen, by field; a missing field is empty. */
export type FormAnswers = Readonly<Record<string, string>>

/** The fields to ask, given these answers; a field that depends on an unasked field is not asked either. */
export function fieldsAsked<Field extends FieldRule>(fields: readonly Field[], answers: FormAnswers): Field[] {
  const asked: Field[] = []
  for (const field of fields) {
    const { showIf } = field
    if (showIf === null) asked.push(field)
    else {
      const said = answers[showIf.field] ?? ''
      const isThere = asked.some(({ name }) => name === showIf.field)
      const fits = showIf.equals === undefined ? said !== '' && said !== showIf.not : said === showIf.equals
      if (isThere && fits) asked.push(field)
    }
  }
  return asked
}

/** What is wrong with a field that is asked; null: nothing. */
export function checkFormField(field: FieldRule, answers: FormAnswers, today: CalendarDate): Problem | null {
  const value = (answers[field.name] ?? '').trim()
  const isChosen = field.type === 'choice' || field.type === 'claim' || field.type === 'person'
  if (value === '') return field.required ? { code: isChosen ? 'select.not-chosen' : 'field.required' } : null
  if (value.length > field.max) return { code: 'field.too-long', params: { maximum: field.max } }
  switch (field.type) {
    case 'choice':
    case 'person':
      return field.options.some((option) => option.value === value) ? null : { code: 'select.not-chosen' }
    case 'claim': {
      const chosen = field.options.find((option) => option.value === value)
      return chosen === undefined || isOfChosenPerson(chosen, answers) ? null : { code: 'select.not-chosen' }
    }
    case 'date':
      return checkDay(field, value, today)
    case 'money':
      return parseCents(value) === null ? { code: 'money.invalid' } : null
    case 'phone':
      return checkPhone(value)
    default:
      return null
  }
}

function checkDay({ past, coming }: FieldRule, value: string, today: CalendarDate): Problem | null {
  const wrong = checkDate(value, { today })
  if (wrong) return wrong
  const day = parseDate(value, today)
  if (day === null) return { code: 'date.invalid' }
  if (past && toYyyymmdd(day) > toYyyymmdd(today)) return { code: 'date.future' }
  return coming && toYyyymmdd(day) < toYyyymmdd(today) ? { code: 'date.past' } : null
}

/** A typed amount in cents: more than zero, with two decimals or none; null for anything else. */
export function parseCents(typed: string): number | null {
  const found = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{2}))?$/.exec(typed.trim())
  if (found === null) return null
  const cents = Number((found[1] ?? '').replaceAll(',', '')) * 100 + Number(found[2] ?? 0)
  return cents > 0 ? cents : null
}

/** What is wrong, by field; fields that are fine or not asked are absent. */
export function checkForm(
  fields: readonly FieldRule[],
  answers: FormAnswers,
  today: CalendarDate,
): Readonly<Record<string, Problem>> {
  const found: Record<string, Problem> = {}
  for (const field of fieldsAsked(fields, answers)) {
    const problem = checkFormField(field, answers, today)
    if (problem) found[field.name] = problem
  }
  return found
}

/** Only the answers to fields that are asked: text typed before another answer removed its question is not sent. */
export function answersAsked(fields: readonly FieldRule[], answers: FormAnswers): FormAnswers {
  return Object.fromEntries(
    fieldsAsked(fields, answers).flatMap(({ name }) => {
      const value = (answers[name] ?? '').trim()
      return value === '' ? [] : [[name, value]]
    }),
  )
}
