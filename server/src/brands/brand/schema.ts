import { hexColor } from '@portico/rules/brand/oklch'
import { type Brand, type BrandTexts, memberNumberForms, scenes } from '@portico/rules/brand/types'
import { limits } from '@portico/rules/limits'
import { isOwnAddress, ownDomains } from '@portico/rules/session/sign-out'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.nonEmpty('must not be empty'), v.maxLength(400, 'must be at most 400 characters'))
const upperCode = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,32}$/, 'must be upper-case letters and digits'))
const host = v.pipe(
  v.string(),
  v.regex(/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a host name in lower case'),
)
const phone = v.pipe(
  v.string(),
  v.regex(/^(1-)?[2-9]\d{2}-[2-9]\d{2}-\d{4}$/, 'must be a phone number of the form 1-800-555-0100 or 412-555-0100'),
)
const color = v.pipe(v.string(), v.regex(hexColor, 'must be a colour of the form #rrggbb'))
const link = v.pipe(v.string(), v.url('must be an address'), v.startsWith('https://', 'must start with https://'))
const wholeNumber = v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(0, 'must not be negative'))
const list = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.array(item),
    v.check((items) => new Set(items).size === items.length, 'must not name anything twice'),
  )

const postalAddress = v.pipe(
  v.array(v.pipe(v.string(), v.nonEmpty('must not be empty'), v.maxLength(60, 'must be at most 60 characters'))),
  v.minLength(2, 'must have at least two lines'),
  v.maxLength(4, 'must have at most four lines'),
)

const look = v.strictObject({
  primary: color,
  accent: color,
  radius: v.pipe(wholeNumber, v.maxValue(20, 'must be at most 20')),
  header: v.picklist(['light', 'dark']),
  scene: v.picklist(scenes, `must be one of ${scenes.join(', ')}`),
})

const social = v.strictObject({
  youtube: v.nullable(link),
  facebook: v.nullable(link),
  twitter: v.nullable(link),
  pinterest: v.nullable(link),
  linkedIn: v.nullable(link),
  hmBlog: v.nullable(link),
  hmInstagram: v.nullable(link),
})

const numberLength = v.pipe(
  wholeNumber,
  v.minValue(1, 'must be at least 1'),
  v.maxValue(limits.memberId.stored, `must be at most ${limits.memberId.stored}`),
)

const memberNumber = v.pipe(
  v.strictObject({
    form: v.picklist(memberNumberForms, 'must be digits, letters-and-digits or digits-without-prefix'),
    min: numberLength,
    max: numberLength,
  }),
  v.forward(
    v.check(({ min, max }) => min <= max, 'must not be less than min'),
    ['max'],
  ),
)

/** `brand.json` (BR-7): every field is required, and unknown fields are refused. */
export const BrandSchema = v.pipe(
  v.strictObject({
    code: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]{1,31}$/, 'must be lower-case letters and digits')),
    aliases: list(upperCode),
    description: text,
    logoImg: v.pipe(v.string(), v.regex(/^[a-z0-9-]+\.svg$/, 'must be the name of an .svg file in this folder')),
    domain: host,
    furtherDomains: list(host),
    storeID: v.picklist(['10151', '10152', '10153', '10154', '10155']),
    shopDomain: host,
    medicareDomain: host,
    medicarePath: v.pipe(v.string(), v.regex(/^\/([a-z0-9-]+\/)*$/, 'must start and end with a slash')),
    logoutUrl: v.nullable(link),
    brandState: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be the postal code of a state'))),
    // Missing in folders older than the field.
    states: v.optional(list(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be the postal code of a state'))), []),
    counties: v.optional(list(v.pipe(v.string(), v.regex(/^\d{5}$/, 'must be the fips code of a county'))), []),
    uracAccredited: v.boolean(),
    uracID: v.nullable(text),
    social,
    prismBrandCode: upperCode,
    sharedBrandCode: upperCode,
    questionBrandNumber: wholeNumber,
    languageBrandNumber: wholeNumber,
    techBrandNumber: wholeNumber,
    customerServicePhoneNumber: v.nullable(phone),
    customerServiceNumber: v.nullable(phone),
    medicaidServiceNumber: v.nullable(phone),
    ttyNumber: text,
    customerServiceHours: text,
    // Both are missing in a plan's own folders older than the field.
    nurseLine: v.optional(v.nullable(v.strictObject({ number: phone, hours: text })), null),
    postalAddress: v.optional(v.nullable(postalAddress), null),
    analytics: v.strictObject({ prod: text, test: text }),
    isVitalsActive: v.boolean(),
    brandVisibility: v.strictObject({ codes: list(upperCode), ids: list(wholeNumber) }),
    memberNumber,
    footerDescription: v.nullable(text),
    ddNumber: v.nullable(wholeNumber),
    emailSender: v.pipe(v.string(), v.email('must be an e-mail address')),
    look,
  }),
  v.forward(
    v.check(({ uracAccredited, uracID }) => !uracAccredited || uracID !== null, 'must be given when accredited'),
    ['uracID'],
  ),
  v.forward(
    v.check(({ emailSender, domain }) => emailSender.endsWith(`@${domain}`), 'must be on the domain of the brand'),
    ['emailSender'],
  ),
  v.forward(
    v.check(
      (brand) => brand.logoutUrl === null || isOwnAddress(brand.logoutUrl, ownDomains(brand)),
      'must be on a domain of the brand',
    ),
    ['logoutUrl'],
  ),
) satisfies v.GenericSchema<unknown, Brand>

/** `texts.<lang>.json`: the named texts in one language. */
export const BrandTextsSchema = v.strictObject({
  name: text,
  tagline: text,
  legalText: text,
  footerDescription: v.exactOptional(text),
  customerServiceHours: v.exactOptional(text),
  nurseLineHours: v.exactOptional(text),
}) satisfies v.GenericSchema<unknown, BrandTexts>

/** Reads the text of a JSON file; each problem is `field: what is wrong`, the field as a path with dots. */
export function parseChecked<Schema extends v.GenericSchema>(
  schema: Schema,
  source: string,
): { readonly output: v.InferOutput<Schema> } | { readonly problems: readonly string[] } {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return { problems: ['file: is not JSON'] }
  }
  const result = v.safeParse(schema, value)
  if (result.success) return { output: result.output }
  return { problems: result.issues.map((issue) => `${v.getDotPath(issue) ?? 'file'}: ${reason(issue)}`) }
}

function reason(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') return 'is not a known field'
  if (issue.received === 'undefined') return 'is missing'
  return issue.message
}
