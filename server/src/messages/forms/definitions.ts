import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuthoredLanguage, Language } from '@portico/contract/page'
import { aboutField, type OptionOfPerson } from '@portico/rules/forms/about'
import { type FieldRule, fieldTypes } from '@portico/rules/forms/check'
import { formKinds, librarySubjects } from '@portico/rules/forms/kinds'
import { authoredLanguages, toAuthored } from '@portico/rules/languages/authored'
import * as v from 'valibot'
import type { HeldTexts } from '../../brands/content/held.ts'
import { formItem, guideItem } from '../../brands/content/released.ts'

const Text = v.object({ en: v.string(), es: v.string() })

/** The longest answers, in characters: a whole form must fit in one message. */
const lengths = { long: 1_500, other: 200 }

const Field = v.pipe(
  v.strictObject({
    name: v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]{1,38}$/)),
    type: v.picklist(fieldTypes),
    required: v.optional(v.boolean(), false),
    max: v.optional(v.number()),
    past: v.optional(v.boolean(), false),
    coming: v.optional(v.boolean(), false),
    showIf: v.optional(
      v.strictObject({ field: v.string(), equals: v.optional(v.string()), not: v.optional(v.string()) }),
    ),
    options: v.optional(v.array(v.strictObject({ value: v.string(), label: Text })), []),
    label: Text,
    hint: v.optional(Text),
  }),
  v.transform((field) => ({
    ...field,
    max: field.max ?? (field.type === 'long' ? lengths.long : lengths.other),
    showIf: field.showIf ?? null,
  })),
)

const Form = v.strictObject({
  kind: v.picklist(formKinds),
  topic: v.strictObject({ categoryId: v.string(), subCategoryId: v.string() }),
  subject: v.picklist(librarySubjects),
  files: v.picklist(['required', 'optional']),
  title: Text,
  about: Text,
  need: Text,
  filesHint: Text,
  statement: Text,
  steps: v.array(v.strictObject({ title: Text, fields: v.array(Field) })),
})

const GuideText = v.strictObject({
  title: v.string(),
  about: v.string(),
  parts: v.array(v.strictObject({ heading: v.string(), text: v.string() })),
})
const Guide = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z][a-z-]{1,60}$/)),
  subject: v.picklist(librarySubjects),
  /** Codes of the brands that have it; absent: all. */
  brands: v.optional(v.array(v.string())),
  updated: v.pipe(v.string(), v.isoDate()),
  texts: v.strictObject({ en: GuideText, es: v.optional(GuideText) }),
})

export type Form = v.InferOutput<typeof Form>
export type FormKind = Form['kind']
export type FormFieldOf = Form['steps'][number]['fields'][number] & FieldRule
export type Guide = v.InferOutput<typeof Guide>

/** The forms and educational materials (MP-21): the same for every brand, unless a guide names brands. */
export interface Library {
  /** The forms, with the texts of a brand. */
  forms(brand: string): readonly Form[]
  form(kind: FormKind, brand: string): Form
  guides(brand: string): readonly Guide[]
}

/** Reads `content/forms.json` and `content/guides.json`, whose texts authors may change. Throws if a form refers to something missing. */
export function loadLibrary(
  contentDir: string,
  { held, findSharedCode }: { readonly held: HeldTexts; readonly findSharedCode: (brand: string) => string },
): Library {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(contentDir, name), 'utf8'))
  const forms = v.parse(v.array(Form), read('forms.json'))
  const guides = v.parse(v.array(Guide), read('guides.json'))
  for (const form of forms) {
    const names = listFields(form).map(({ name }) => name)
    if (new Set(names).size !== names.length) throw new Error(`The form ${form.kind} has a field twice.`)
    for (const { name, showIf } of listFields(form)) {
      const isBefore = showIf === null || names.indexOf(showIf.field) < names.indexOf(name)
      if (!isBefore || (showIf && !names.includes(showIf.field)))
        throw new Error(`The form ${form.kind} asks ${name} after a field that does not come before it.`)
    }
    const people = listFields(form).filter(({ type }) => type === 'person')
    if (people.length !== 1 || people[0]?.name !== aboutField)
      throw new Error(`The form ${form.kind} does not ask once, as ${aboutField}, whom it is about.`)
  }
  const placeForm = (form: Form, brand: string) => held.place(formItem(form.kind), findSharedCode(brand), form)
  return {
    forms: (brand) => forms.map((form) => placeForm(form, brand)),
    form: (kind, brand) => {
      const found = forms.find((one) => one.kind === kind)
      if (found === undefined) throw new Error(`forms.json has no form ${kind}.`)
      return placeForm(found, brand)
    },
    guides: (brand) =>
      guides
        .filter(({ brands }) => brands === undefined || brands.includes(brand))
        .map((guide) => held.place(guideItem(guide.id), findSharedCode(brand), guide)),
  }
}

export function listFields(form: Form): FormFieldOf[] {
  return form.steps.flatMap(({ fields }) => fields)
}

interface Option extends OptionOfPerson {
  readonly label: string
  readonly statement?: string
}

/**
 * The options that depend on who fills it in: the claims that can be appealed, and the people it can be about; empty: the field is not
 * asked.
 */
export interface OwnOptions {
  readonly claims: readonly Option[]
  readonly people: readonly Option[]
}

/** A form in the language of the person who fills it in. */
export function formIn(form: Form, language: Language, { claims, people }: OwnOptions) {
  return {
    kind: form.kind,
    title: form.title[toAuthored(language)],
    about: form.about[toAuthored(language)],
    need: form.need[toAuthored(language)],
    filesHint: form.filesHint[toAuthored(language)],
    filesRequired: form.files === 'required',
    statement: form.statement[toAuthored(language)],
    steps: form.steps.map(({ title, fields }) => ({
      title: title[toAuthored(language)],
      fields: fields
        .filter(({ type }) => type !== 'person' || people.length > 0)
        .map((field) => ({
          ...field,
          label: field.label[toAuthored(language)],
          hint: field.hint?.[toAuthored(language)] ?? null,
          options:
            field.type === 'claim'
              ? [...claims]
              : field.type === 'person'
                ? [...people]
                : field.options.map(({ value, label }) => ({ value, label: label[toAuthored(language)] })),
        })),
    })),
  }
}

/** A guide in a reader's language; the library shows everything except its parts. */
export function guideShown(guide: Guide, wanted: Language) {
  const { text, language, languages: all } = guideIn(guide, wanted)
  const { title, about, parts } = text
  const { id, subject, updated } = guide
  return { item: { id, type: 'guide' as const, subject, title, about, languages: all, language }, updated, parts }
}

/** The texts of a guide in a language, or in English if that is missing. */
function guideIn({ texts }: Guide, wanted: Language) {
  const language = toAuthored(wanted)
  const own = texts[language]
  return { text: own ?? texts.en, language: own ? language : ('en' as const), languages: listLanguages(texts) }
}

function listLanguages(texts: Guide['texts']): AuthoredLanguage[] {
  return authoredLanguages.filter((one) => texts[one] !== undefined)
}
