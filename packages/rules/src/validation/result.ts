/** Every way in which a value can be wrong (VA-1 to VA-12); the catalogue of every language has a text for each code. */
export const problemCodes = [
  'address.invalid',
  'age.future',
  'age.minimum',
  'age.own-login',
  'answer.in-question',
  'answer.length',
  'answer.repeated',
  'birth.wrong',
  'brand.drawing',
  'brand.invalid',
  'brand.taken',
  'connection.invalid',
  'date.format',
  'date.future',
  'date.invalid',
  'date.month',
  'date.past',
  'email.invalid',
  'email.mismatch',
  'field.required',
  'field.too-long',
  'login-id.invalid',
  'login-id.missing',
  'login-id.taken',
  'member-id.invalid',
  'member-id.invalid-alphanumeric',
  'member-id.invalid-mincr',
  'money.invalid',
  'name.invalid',
  'number.invalid',
  'number.maximum',
  'number.minimum',
  'number.places',
  'password.common',
  'password.forbidden-character',
  'password.holds-login-id',
  'password.no-special',
  'password.reused',
  'password.short',
  'password.weak',
  'phone.invalid',
  'pin.invalid',
  'pin.wrong',
  'question.repeated',
  'relation.child-age',
  'relation.one-spouse',
  'relationship.own-login',
  'reply.variable-open',
  'search.missing',
  'search.too-long',
  'select.not-chosen',
  'terms.required',
  'zip.invalid',
  'zip.not-served',
  'zip.unknown',
] as const

export type ProblemCode = (typeof problemCodes)[number]

/** What is wrong with a value: a code and the parameters for its text, never prose. A check returns null when all is well. */
export interface Problem {
  readonly code: ProblemCode
  readonly params?: Readonly<Record<string, string | number>>
}

/** Placeholders and hints that the ledger assigns to fields; their texts are in the same catalogue as the problems. */
export const fieldTextKeys = [
  'address.placeholder',
  'member-id.hint',
  'member-id.hint-mincr',
  'member-id.placeholder',
  'phone.placeholder',
] as const

export type FieldTextKey = (typeof fieldTextKeys)[number]
