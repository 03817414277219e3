import { setupI18n } from '@lingui/core'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { fieldTextKeys, type Problem, problemCodes } from '@portico/rules/validation/result'
import { expect, it } from 'vitest'
import enShell from './en/shell.json' with { type: 'json' }
import enApply from './en/shop-apply.json' with { type: 'json' }
import enValidation from './en/validation.json' with { type: 'json' }
import esShell from './es/shell.json' with { type: 'json' }
import esApply from './es/shop-apply.json' with { type: 'json' }
import esValidation from './es/validation.json' with { type: 'json' }

/** The search box is on every page, so its error messages are in the shell's texts. */
const ofSearch = (shell: typeof enShell) => ({
  'search.missing': shell['search.missing'],
  'search.too-long': shell['search.too-long'],
})
/** Only an application for a plan asks how people are related, so only its texts have these. */
const ofApplication = (apply: typeof enApply) => ({
  'relation.child-age': apply['relation.child-age'],
  'relation.one-spouse': apply['relation.one-spouse'],
})
const en = { ...enValidation, ...ofSearch(enShell), ...ofApplication(enApply) }
const es = { ...esValidation, ...ofSearch(esShell), ...ofApplication(esApply) }
const catalogues: Record<string, Record<string, string>> = { en, es }
const passwordText =
  'Password must have 8 or more characters with at least 1 uppercase letter, 1 lowercase letter, 1 number, and 1 special characters (except <, >, +)'

/** The requirements' texts, verbatim. */
const quoted = {
  'phone.invalid': 'Please enter a valid 10 digit phone number.',
  'phone.placeholder': '555-555-5555',
  'login-id.missing': 'Login ID must be at least 6 alphanumeric characters',
  'login-id.invalid': 'Login ID must be at least 6 alphanumeric characters and maximum 10 characters',
  'password.weak': passwordText,
  'password.forbidden-character': passwordText,
  'password.no-special': passwordText,
  'member-id.placeholder': '123456789',
  'member-id.invalid':
    'Your Member ID must contain at least 9 digits and cannot contain any spaces or special characters such as question marks or dashes.',
  'member-id.invalid-mincr':
    'Please leave off the first three characters of your Member ID. Your Member ID contains 9 or more numbers and cannot contain any letters, spaces or special characters.',
  'member-id.invalid-alphanumeric':
    'Your Member ID must contain 9 or more alphanumeric characters and cannot contain any spaces or special characters such as question marks or dashes.',
  // No Social Security number is stored that could match, so the hint does not ask for one.
  'member-id.hint':
    'Use the primary subscriber’s ID from the ID card, not a dependent’s. A Social Security number does not work here.',
  'email.invalid': "Please enter a valid email address.  Must contain @ and a '.' in the submitted value.",
  'email.mismatch': 'Email addresses do not match.  Please re-enter',
  'address.invalid': 'Please enter a valid address.',
  'address.placeholder': '123 Sample St.',
  'search.missing': 'Please enter search term',
  'field.required': 'Field is Required',
  'date.format': 'Date must be in mm/dd/yyyy or mm/dd/yy format',
  'date.month': 'Month must be an integer between 1 and 12',
  'date.invalid': 'Invalid Date',
}

/** The parameters that rules send, for the codes that have any. */
const withParams: Problem[] = [
  { code: 'age.minimum', params: { minimum: 14 } },
  { code: 'age.own-login', params: { minimum: 14 } },
  { code: 'answer.length', params: { minimum: 3, maximum: 50 } },
  { code: 'field.too-long', params: { maximum: 200 } },
  { code: 'member-id.invalid', params: { minimum: 9 } },
  { code: 'member-id.invalid-alphanumeric', params: { minimum: 9 } },
  { code: 'member-id.invalid-mincr', params: { minimum: 9 } },
  { code: 'number.maximum', params: { maximum: 9_000_000_000_000_000 } },
  { code: 'number.minimum', params: { minimum: -90 } },
  { code: 'number.places', params: { places: 1 } },
  { code: 'number.places', params: { places: 2 } },
  { code: 'password.reused', params: { count: 5 } },
  { code: 'password.short', params: { minimum: 12 } },
  { code: 'search.too-long', params: { maximum: 64 } },
]

function catalogue(language: string): Record<string, string> {
  return catalogues[language] ?? {}
}

function render(language: string, { code, params }: { code: string; params?: Problem['params'] }): string {
  const messages: Record<string, CompiledMessage> = {}
  for (const [key, text] of Object.entries(catalogue(language))) messages[key] = compileMessageOrThrow(text)
  return setupI18n({ locale: language, messages: { [language]: messages } })._(code, params)
}

it.each(Object.keys(catalogues))(
  'VA-1 VA-12 every problem and field text has its text in %s, and nothing else has',
  (language) => {
    expect(Object.keys(catalogue(language)).sort()).toEqual([...problemCodes, ...fieldTextKeys].sort())
    for (const text of Object.values(catalogue(language))) expect(text.trim()).not.toBe('')
  },
)

it.each(Object.entries(quoted))(
  'VA-1 VA-3 VA-4 VA-5 VA-6 VA-7 VA-8 VA-9 VA-10 %s reads as the ledger has it',
  (code, text) => {
    // The shipped brands have member IDs of nine characters and more.
    expect(render('en', { code, params: { minimum: 9 } })).toBe(text)
  },
)

it.each(Object.keys(catalogues))('VA-2 VA-4 VA-8 VA-11 the %s texts show the parameters the rules send', (language) => {
  const number = new Intl.NumberFormat(language)
  for (const { code, params = {} } of withParams) {
    const text = render(language, { code, params })
    for (const value of Object.values(params)) expect(text).toContain(number.format(Number(value)))
  }
})

it('VA-11 the number of decimals has the right plural', () => {
  const text = (language: string, places: number) => render(language, { code: 'number.places', params: { places } })
  expect([0, 1, 2].map((places) => text('en', places))).toEqual([
    'Please enter a number without decimals.',
    'Please enter a number with at most 1 decimal.',
    'Please enter a number with at most 2 decimals.',
  ])
  expect([0, 1, 2].map((places) => text('es', places))).toEqual([
    'Ingrese un número sin decimales.',
    'Ingrese un número con 1 decimal como máximo.',
    'Ingrese un número con 2 decimales como máximo.',
  ])
})

it.each(Object.keys(catalogues))('VA-1 VA-12 no %s text names a parameter the rules do not send', (language) => {
  const params = new Map(withParams.map((problem) => [problem.code as string, problem.params]))
  for (const code of Object.keys(catalogue(language))) {
    const named = compileMessageOrThrow(catalogue(language)[code] ?? '').flatMap((part) =>
      Array.isArray(part) ? [part[0]] : [],
    )
    expect(named).toEqual(Object.keys(params.get(code) ?? {}))
  }
})

it('VA-1 VA-12 the Spanish texts are not copies of the English ones', () => {
  const same = problemCodes.filter((code) => en[code] === es[code])
  expect(same).toEqual([])
})
