import type { BodyOf } from '@portico/contract/call'
import type { proposeBrand } from '@portico/contract/calls/brand-console'
import type { Brand, BrandTexts, NurseLine } from '@portico/rules/brand/types'
import type { LoadedBrand } from '../../brands/brand/load.ts'

export type BrandFields = BodyOf<typeof proposeBrand>['fields']

/** The form fields of a brand, from its record and texts. */
export function toFields({ record, texts }: Pick<LoadedBrand, 'record' | 'texts'>): BrandFields {
  const { en, es } = texts
  const { social, look, memberNumber } = record
  return {
    name: en.name,
    taglineEn: en.tagline,
    taglineEs: es.tagline,
    legalEn: en.legalText,
    legalEs: es.legalText,
    hoursEn: record.customerServiceHours,
    hoursEs: es.customerServiceHours ?? '',
    phone: record.customerServicePhoneNumber ?? '',
    memberPhone: record.customerServiceNumber ?? '',
    medicaidPhone: record.medicaidServiceNumber ?? '',
    nursePhone: record.nurseLine?.number ?? '',
    nurseHoursEn: record.nurseLine?.hours ?? '',
    nurseHoursEs: es.nurseLineHours ?? '',
    tty: record.ttyNumber,
    address: [...(record.postalAddress ?? [])],
    domain: record.domain,
    furtherDomains: [...record.furtherDomains],
    shopDomain: record.shopDomain,
    medicareDomain: record.medicareDomain,
    emailSender: record.emailSender,
    state: record.brandState ?? '',
    states: [...record.states],
    counties: [...record.counties],
    numberForm: memberNumber.form,
    numberMin: memberNumber.min,
    numberMax: memberNumber.max,
    ...{ primary: look.primary, accent: look.accent, radius: look.radius, header: look.header, scene: look.scene },
    youtube: social.youtube ?? '',
    facebook: social.facebook ?? '',
    twitter: social.twitter ?? '',
    pinterest: social.pinterest ?? '',
    linkedIn: social.linkedIn ?? '',
    hmBlog: social.hmBlog ?? '',
    hmInstagram: social.hmInstagram ?? '',
  }
}

/** The record with the form's values; fields that the form lacks keep their value, or get the default in a new record. */
export function toRecord(code: string, fields: BrandFields, before: Brand | null): Brand {
  const domain = fields.domain.toLowerCase()
  return {
    ...(before ?? newRecord(code, fields.name)),
    domain,
    furtherDomains: fields.furtherDomains.map((one) => one.toLowerCase()),
    shopDomain: fields.shopDomain.toLowerCase() || `shop.${domain}`,
    medicareDomain: fields.medicareDomain.toLowerCase() || `medicare.${domain}`,
    emailSender: fields.emailSender || `service@${domain}`,
    brandState: fields.state || null,
    states: fields.states.map((one) => one.toUpperCase()),
    counties: fields.counties,
    social: {
      youtube: fields.youtube || null,
      facebook: fields.facebook || null,
      twitter: fields.twitter || null,
      pinterest: fields.pinterest || null,
      linkedIn: fields.linkedIn || null,
      hmBlog: fields.hmBlog || null,
      hmInstagram: fields.hmInstagram || null,
    },
    customerServicePhoneNumber: fields.phone || null,
    customerServiceNumber: fields.memberPhone || null,
    medicaidServiceNumber: fields.medicaidPhone || null,
    nurseLine: toNurseLine(fields),
    ttyNumber: fields.tty,
    customerServiceHours: fields.hoursEn,
    postalAddress: fields.address.length === 0 ? null : fields.address,
    memberNumber: { form: fields.numberForm, min: fields.numberMin, max: fields.numberMax },
    look: {
      primary: fields.primary.toLowerCase(),
      accent: fields.accent.toLowerCase(),
      ...{ radius: fields.radius, header: fields.header, scene: fields.scene },
    },
  }
}

/** A number without hours, and hours without a number, are wrong, and are refused by the check of the record. */
function toNurseLine({ nursePhone: number, nurseHoursEn: hours }: BrandFields): NurseLine | null {
  return number === '' && hours === '' ? null : { number, hours }
}

type Unasked = Pick<
  Brand,
  | 'code'
  | 'aliases'
  | 'description'
  | 'logoImg'
  | 'storeID'
  | 'medicarePath'
  | 'logoutUrl'
  | 'uracAccredited'
  | 'uracID'
  | 'prismBrandCode'
  | 'sharedBrandCode'
  | 'questionBrandNumber'
  | 'languageBrandNumber'
  | 'techBrandNumber'
  | 'analytics'
  | 'isVitalsActive'
  | 'brandVisibility'
  | 'footerDescription'
  | 'ddNumber'
>

function newRecord(code: string, name: string): Unasked {
  const upper = code.toUpperCase()
  return {
    code,
    aliases: [],
    description: name,
    logoImg: 'logo.svg',
    storeID: '10151',
    medicarePath: '/medicare/',
    logoutUrl: null,
    uracAccredited: false,
    uracID: null,
    prismBrandCode: upper,
    sharedBrandCode: upper,
    ...{ questionBrandNumber: 0, languageBrandNumber: 0, techBrandNumber: 0 },
    // No two brands may share them.
    analytics: { prod: `${upper}-PROD`, test: `${upper}-TEST` },
    isVitalsActive: false,
    brandVisibility: { codes: [upper], ids: [] },
    footerDescription: null,
    ddNumber: null,
  }
}

export function toTexts(fields: BrandFields, before: LoadedBrand['texts'] | null): Record<'en' | 'es', BrandTexts> {
  const { name, taglineEn, taglineEs, legalEn, legalEs, hoursEs, nurseHoursEs } = fields
  const { nurseLineHours: _before, ...spanish } = before?.es ?? {}
  return {
    en: { ...before?.en, name, tagline: taglineEn, legalText: legalEn },
    es: {
      ...{ ...spanish, name, tagline: taglineEs, legalText: legalEs, customerServiceHours: hoursEs },
      ...(nurseHoursEs !== '' && { nurseLineHours: nurseHoursEs }),
    },
  }
}

const fieldOfRecord: Readonly<Record<string, string>> = {
  customerServicePhoneNumber: 'phone',
  customerServiceNumber: 'memberPhone',
  medicaidServiceNumber: 'medicaidPhone',
  'nurseLine.number': 'nursePhone',
  'nurseLine.hours': 'nurseHoursEn',
  ttyNumber: 'tty',
  customerServiceHours: 'hoursEn',
  postalAddress: 'address',
  brandState: 'state',
  'memberNumber.min': 'numberMin',
  'memberNumber.max': 'numberMax',
}
const kept = new Set(['domain', 'furtherDomains', 'shopDomain', 'medicareDomain', 'emailSender', 'states', 'counties'])
const fieldOfTexts = {
  ...{ name: 'name', tagline: 'tagline', legalText: 'legal' },
  ...{ customerServiceHours: 'hours', nurseLineHours: 'nurseHours' },
} as const

/** The field that a problem with the files is about: `place/file: field: what is wrong`; `code` for what the form does not ask. */
export function findField(problem: string): { readonly field: string; readonly code: string } {
  const [, file = '', path = ''] = /^[^/]*\/([\w.-]+): (?:([\w.]+):)?/.exec(problem) ?? []
  if (file.endsWith('.svg')) {
    const field = { 'logo-on-dark.svg': 'logoOnDark', 'mark.svg': 'mark' }[file] ?? 'logo'
    return { field, code: 'brand.drawing' }
  }
  const code = / is already | already /.test(problem) ? 'brand.taken' : 'brand.invalid'
  const [first = '', second = ''] = path.split('.')
  if (file.startsWith('texts.')) {
    const field = fieldOfTexts[first as keyof typeof fieldOfTexts] ?? 'code'
    return { field: field === 'name' ? field : `${field}${file.includes('.es.') ? 'Es' : 'En'}`, code }
  }
  if (first === 'look' || first === 'social') return { field: second || 'primary', code }
  return { field: fieldOfRecord[path] ?? fieldOfRecord[first] ?? (kept.has(first) ? first : 'code'), code }
}
