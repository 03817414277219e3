import type { Language } from '@portico/contract/page'
import { type FormAnswers, fieldsAsked, parseCents } from '@portico/rules/forms/check'
import { toAuthored } from '@portico/rules/languages/authored'
import { findLocale } from '@portico/rules/languages/list'
import type { FormDocumentData } from '../../platform/db/tables.ts'
import type { Form, FormFieldOf } from './definitions.ts'
import { listFields } from './definitions.ts'
import { stateRight } from './people.ts'
import { formTexts } from './texts.ts'

interface Written {
  readonly answers: FormAnswers
  /** The claim that the answers name, in words that people recognize. */
  readonly claimLabel: string | null
  /** The person whom the form is about. */
  readonly person: { readonly firstName: string; readonly lastName: string }
  /** Whether that person is someone other than the member who signs. */
  readonly isOther: boolean
  readonly language: Language
}

/** A completed form in words, which stay as signed even if the form changes. */
export function buildDocument(
  form: Form,
  { answers, ...written }: Written,
): Pick<FormDocumentData, 'title' | 'statement' | 'sections'> {
  const { language, person, isOther } = written
  const right = isOther ? stateRight(form.kind, `${person.firstName} ${person.lastName}`.trim(), language) : null
  const asked = new Set(fieldsAsked(listFields(form), answers).map(({ name }) => name))
  const sections = form.steps.map(({ title, fields }) => ({
    title: title[toAuthored(language)],
    fields: fields.flatMap((field) => {
      const value = answers[field.name]
      if (!asked.has(field.name) || value === undefined) return []
      return [{ label: field.label[toAuthored(language)], value: formatValue(field, value, written) }]
    }),
  }))
  return {
    title: form.title[toAuthored(language)],
    statement: [form.statement[toAuthored(language)], right ?? []].flat().join(' '),
    sections: sections.filter(({ fields }) => fields.length > 0),
  }
}

function formatValue(
  field: FormFieldOf & Form['steps'][number]['fields'][number],
  value: string,
  written: Omit<Written, 'answers'>,
): string {
  const { claimLabel, person, language } = written
  if (field.type === 'person') return `${person.firstName} ${person.lastName}`.trim()
  if (field.type === 'claim') return claimLabel ?? value
  if (field.type === 'choice')
    return field.options.find((one) => one.value === value)?.label[toAuthored(language)] ?? value
  const cents = field.type === 'money' ? parseCents(value) : null
  if (cents === null) return value
  const dollars = new Intl.NumberFormat(findLocale(language), { style: 'currency', currency: 'USD' })
  return dollars.format(cents / 100)
}

/** The same as text, for the message that carries it. */
export function composeText({
  language,
  receipt,
  sections,
  signedName,
  signedAt,
  statement,
  about,
}: FormDocumentData): string {
  const say = formTexts(language)
  const parts = sections.map(({ title, fields }) =>
    [title.toUpperCase(), ...fields.map(({ label, value }) => `${label}: ${value}`)].join('\n'),
  )
  const signed = `${say('signedBy')} ${signedName}, ${say.moment(signedAt)}`
  const person = about ? [`${say('about')}: ${say('aboutPerson', { ...about, born: say.day(about.born) })}`] : []
  return [
    say('intro'),
    [`${say('receipt')}: ${receipt}`, ...person].join('\n'),
    ...parts,
    `${statement}\n${signed}`,
  ].join('\n\n')
}
