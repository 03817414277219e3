import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../brands')

interface BrandRecord {
  readonly code: string
  readonly domain: string
  readonly furtherDomains: readonly string[]
  readonly shopDomain: string
  readonly medicareDomain: string
  readonly sharedBrandCode: string
  readonly uracAccredited: boolean
  readonly uracID: string | null
  readonly social: Readonly<Record<string, string | null>>
  readonly customerServicePhoneNumber: string | null
  readonly customerServiceNumber: string | null
  readonly medicaidServiceNumber: string | null
  readonly customerServiceHours: string
  readonly nurseLine: { readonly number: string; readonly hours: string } | null
  readonly postalAddress: readonly string[] | null
  readonly ddNumber: number | null
  readonly emailSender: string
  readonly look: { readonly primary: string; readonly header: 'light' | 'dark' }
}

/** A brand's data as its folder has it: what its pages must show, and other brands' pages must not. */
export interface BrandOnFile extends BrandRecord {
  readonly name: string
  readonly tagline: string
  readonly legalText: string
  readonly spanish: { readonly name: string; readonly tagline: string; readonly legalText: string }
}

function read<Shape>(...path: string[]): Shape {
  return JSON.parse(readFileSync(join(folder, ...path), 'utf8')) as Shape
}

/** Every brand that has a folder. */
export const brands: readonly BrandOnFile[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name: code }) => ({
    ...read<BrandRecord>(code, 'brand.json'),
    ...read<Pick<BrandOnFile, 'name' | 'tagline' | 'legalText'>>(code, 'texts.en.json'),
    spanish: read<BrandOnFile['spanish']>(code, 'texts.es.json'),
  }))

export function brand(code: string): BrandOnFile {
  const found = brands.find((one) => one.code === code)
  if (!found) throw new Error(`There is no brand ${code}.`)
  return found
}

/** The names of all plans, that of one brand first. */
export function planNames(first: string): string[] {
  return [brand(first).name, ...brands.filter(({ code }) => code !== first).map(({ name }) => name)]
}

/** Every text that reveals which brand a page belongs to. */
function listMarks(one: BrandOnFile): string[] {
  const marks = [
    one.name,
    one.spanish.name,
    one.tagline,
    one.legalText,
    one.domain,
    ...one.furtherDomains,
    one.shopDomain,
    one.medicareDomain,
    one.emailSender,
    one.customerServicePhoneNumber,
    one.customerServiceNumber,
    one.medicaidServiceNumber,
    one.nurseLine?.number ?? null,
    one.uracID,
    `/brand/${one.code}/`,
    `data-brand="${one.code}"`,
    ...Object.values(one.social),
  ]
  return marks.filter((mark) => mark !== null)
}

/** Marks of other brands in a page's HTML. The page's own are removed first, since one may contain another. */
export function foreignMarks(html: string, code: string): string[] {
  const own = listMarks(brand(code))
  const rest = [...own].sort((a, b) => b.length - a.length).reduce((text, mark) => text.replaceAll(mark, ''), html)
  const others = brands
    .filter((one) => one.code !== code)
    .flatMap((one) => listMarks(one).map((mark) => [one.code, mark]))
  return others
    .filter(([, mark = '']) => !own.includes(mark) && rest.includes(mark))
    .map(([other, mark]) => `${other}: ${mark}`)
}
