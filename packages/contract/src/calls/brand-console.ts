import { hexColor } from '@portico/rules/brand/oklch'
import { memberNumberForms, scenes } from '@portico/rules/brand/types'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Moment, ShortText, trimLine } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'

const path = `${staffPath}/brands`

const Text = trimLine(400)
const Lines = (most: number) => v.pipe(v.array(trimLine(100)), v.maxLength(most))
const Color = v.pipe(v.string(), v.maxLength(7), v.regex(hexColor))
const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20))
const Drawing = v.pipe(v.string(), v.maxLength(40_000))

/** What administrators enter for a brand; '' and an empty list stand for none. */
const BrandFields = v.object({
  name: trimLine(80),
  taglineEn: Text,
  taglineEs: Text,
  legalEn: Text,
  legalEs: Text,
  hoursEn: Text,
  hoursEs: Text,
  phone: ShortText,
  memberPhone: ShortText,
  medicaidPhone: ShortText,
  nursePhone: ShortText,
  nurseHoursEn: Text,
  nurseHoursEs: Text,
  tty: ShortText,
  address: Lines(4),
  domain: ShortText,
  furtherDomains: Lines(20),
  shopDomain: ShortText,
  medicareDomain: ShortText,
  emailSender: ShortText,
  /** The state whose rules apply. */
  state: ShortText,
  /** The states whose ZIP codes lead to it. */
  states: Lines(60),
  /** The counties, by FIPS code; they take precedence over states. */
  counties: Lines(400),
  numberForm: v.picklist(memberNumberForms),
  numberMin: Count,
  numberMax: Count,
  primary: Color,
  accent: Color,
  radius: Count,
  header: v.picklist(['light', 'dark']),
  scene: v.picklist(scenes),
  youtube: Text,
  facebook: Text,
  twitter: Text,
  pinterest: Text,
  linkedIn: Text,
  hmBlog: Text,
  hmInstagram: Text,
})

/** SVG texts. */
const Drawings = v.object({ logo: Drawing, logoOnDark: Drawing, mark: Drawing })

const Waiting = v.object({
  version: v.number(),
  madeBy: v.string(),
  madeAt: Moment,
  reason: v.string(),
  /** Whether it withdraws the brand. */
  withdraws: v.boolean(),
  /** Whether the caller made it and therefore cannot confirm it. */
  own: v.boolean(),
  fields: BrandFields,
  drawings: Drawings,
  /** Names of the fields and drawings that differ from the served ones. */
  changed: v.array(v.string()),
})

const Brands = v.object({
  brands: v.array(
    v.object({
      code: v.string(),
      /** Where it is stored; null: it is not served yet. */
      origin: v.nullable(v.picklist(['program', 'console', 'folder'])),
      /** The console's version in force; 0: none. */
      version: v.number(),
      /** The console's version before the one in force; null: none. */
      before: v.nullable(v.number()),
      /** Whether the version in force hides it from everyone. */
      withdrawn: v.boolean(),
      withdrawable: v.boolean(),
      /** Null: it is not served yet. */
      fields: v.nullable(BrandFields),
      logo: v.nullable(v.string()),
      waiting: v.nullable(Waiting),
    }),
  ),
})

export const listOwnBrands = defineCall({
  method: 'GET',
  path,
  summary:
    'The brands as administrators may change them (BR-8), with waiting changes; for `administer`, each administrator for their own brands.',
  audience: staff,
  ...asking,
  audit: { action: 'brands.list' },
  payload: Brands,
  errors: [],
})

export const proposeBrand = defineCall({
  method: 'PUT',
  path: `${path}/{code}`,
  summary:
    'Adds or changes a brand (BR-8); it waits for a second administrator. FIELD-INVALID says what is wrong with it, by itself or beside the other brands; CONFLICT: it was changed since `basedOn`, is withdrawn, or is kept in BRANDS_DIR.',
  audience: staff,
  ...changing,
  audit: { action: 'brand.ask', record: 'brand' },
  stepUp: true,
  params: v.object({ code: ShortText }),
  body: v.object({
    /** The version in force that the caller knows; 0: none. */
    basedOn: v.number(),
    reason: trimLine(200, 3),
    fields: BrandFields,
    /** '' leaves a drawing as it is; in a new brand, the logo then provides the others. */
    drawings: Drawings,
  }),
  payload: Brands,
  errors: ['NOT-FOUND', 'FIELD-INVALID', 'CONFLICT'],
})

export const revertBrand = defineCall({
  method: 'POST',
  path: `${path}/{code}/revert`,
  summary:
    'Proposes the version of a brand before the one in force (BR-8); it waits for a second administrator. CONFLICT: the brand was changed since `basedOn`, has no earlier version, or that version now conflicts with other brands.',
  audience: staff,
  ...changing,
  audit: { action: 'brand.revert', record: 'brand' },
  stepUp: true,
  params: v.object({ code: ShortText }),
  body: v.object({ basedOn: v.number(), reason: trimLine(200, 3) }),
  payload: Brands,
  errors: ['NOT-FOUND', 'CONFLICT'],
})

export const withdrawBrand = defineCall({
  method: 'POST',
  path: `${path}/{code}/withdraw`,
  summary:
    'Proposes the withdrawal of a brand of the console (BR-8); it waits for a second administrator. Once in force, it closes the brand’s hosts and sign-ins, while jobs and mail for its people continue, until `revertBrand` undoes it. CONFLICT: the brand was changed since `basedOn`, is withdrawn, is not of the console, or is the brand of the host of this call.',
  audience: staff,
  ...changing,
  audit: { action: 'brand.withdraw', record: 'brand' },
  stepUp: true,
  params: v.object({ code: ShortText }),
  body: v.object({ basedOn: v.number(), reason: trimLine(200, 3) }),
  payload: Brands,
  errors: ['NOT-FOUND', 'CONFLICT'],
})

export const decideBrand = defineCall({
  method: 'POST',
  path: `${path}/{code}/versions/{version}`,
  summary:
    'Puts a brand into force that another administrator proposed, or drops it (BR-8); every instance serves it within seconds. CONFLICT if its proposer confirms it, who can only drop it, or if a withdrawal is confirmed at a host of the brand.',
  audience: staff,
  ...changing,
  audit: { action: ['brand.confirm', 'brand.drop'], record: 'brand' },
  stepUp: true,
  params: v.object({ code: ShortText, version: v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/)) }),
  body: v.object({ confirm: v.boolean() }),
  payload: Brands,
  errors: ['NOT-FOUND', 'CONFLICT'],
})
