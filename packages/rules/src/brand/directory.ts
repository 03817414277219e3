import { DD_HOSTS } from './dd-token.ts'
import type { Brand } from './types.ts'

/** Lookups over all brands, built once when the records are loaded. */
export interface BrandDirectory {
  /** Codes, aliases and shared codes in lower case, each with the code of its brand (BR-3). */
  readonly names: ReadonlyMap<string, string>
  /** Labels that name a brand in a host name, each with the code of its brand (BR-1, EN-2). */
  readonly hostLabels: ReadonlyMap<string, string>
}

export const DEFAULT_BRAND = 'default'

/** The retail brand (BR-1). */
export const SHOP_BRAND = 'shop'

/** Aliases and the shared codes they stand for (BR-3). */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['MS', 'HMBCBSWV'],
  ['HIGHMARKBCBSWV', 'HMBCBSWV'],
  ['PBS', 'HMBS'],
  ['HBS', 'HMBS'],
  ['DE', 'HMBCBSDE'],
  ['6011', 'NDBCBS'],
  ['6012', 'WYBCBS'],
])

/** Home brands of the shared codes that no brand is named after; every other shared code goes to its namesake. */
const HOME_BRANDS: ReadonlyMap<string, string> = new Map([
  ['HMBCBSWV', 'ms'],
  ['HMBS', 'hbs'],
  ['HMBCBSDE', 'de'],
])

/** Builds the lookups. Where two records claim the same name or label, the earlier rule below wins, then the earlier record. */
export function brandDirectory(brands: readonly Brand[]): BrandDirectory {
  return { names: brandNames(brands), hostLabels: brandHostLabels(brands) }
}

function brandNames(brands: readonly Brand[]): Map<string, string> {
  const codes = new Set(brands.map((brand) => brand.code))
  const names = new Map<string, string>()
  const claim = (name: string, code: string) => {
    const key = name.toLowerCase()
    if (codes.has(code) && !names.has(key)) names.set(key, code)
  }
  const findHome = (shared: string) => HOME_BRANDS.get(shared) ?? shared.toLowerCase()

  for (const { code } of brands) claim(code, code)
  for (const [alias, shared] of ALIASES) claim(alias, findHome(shared))
  for (const { sharedBrandCode } of brands) claim(sharedBrandCode, findHome(sharedBrandCode))
  for (const { aliases, code } of brands) for (const alias of aliases) claim(alias, code)
  // A shared code without a namesake still needs one home: its first holder.
  for (const { sharedBrandCode, code } of brands) claim(sharedBrandCode, code)
  return names
}

function brandHostLabels(brands: readonly Brand[]): Map<string, string> {
  const codes = new Set(brands.map((brand) => brand.code))
  const labels = new Map<string, string>()
  const claim = (label: string | undefined, code: string) => {
    if (label !== undefined && codes.has(code) && !labels.has(label)) labels.set(label, code)
  }

  for (const [label, { home }] of DD_HOSTS) claim(label, home)
  for (const { code } of brands) claim(code, code)
  for (const { domain, furtherDomains, code } of brands) {
    for (const own of [domain, ...furtherDomains]) claim(own.split('.')[0], code)
  }
  for (const { shopDomain, code } of brands) claim(labelBelow('shop', shopDomain), code)
  for (const { medicareDomain, code } of brands) claim(labelBelow('medicare', medicareDomain), code)
  return labels
}

/** A name or host of a brand, and the field that claims it. */
export interface ClaimedLabel {
  readonly field: 'code' | 'domain' | 'furtherDomains' | 'shopDomain' | 'medicareDomain'
  readonly label: string
}

/** The labels that name a brand in host names. */
export function listHostLabels({ code, domain, furtherDomains, shopDomain, medicareDomain }: Brand): ClaimedLabel[] {
  const all: readonly (readonly [ClaimedLabel['field'], string | undefined])[] = [
    ['code', code],
    ['domain', domain.split('.')[0]],
    ...furtherDomains.map((one) => ['furtherDomains', one.split('.')[0]] as const),
    ['shopDomain', labelBelow('shop', shopDomain)],
    ['medicareDomain', labelBelow('medicare', medicareDomain)],
  ]
  return all.flatMap(([field, label]) => (label === undefined ? [] : [{ field, label }]))
}

/** The brand that BR-3 and BR-4 reserve a label or alias for, whatever records exist; null: none. */
export function findReserved(label: string): string | null {
  const shared = ALIASES.get(label.toUpperCase())
  if (shared !== undefined) return HOME_BRANDS.get(shared) ?? shared.toLowerCase()
  return DD_HOSTS.get(label)?.home ?? null
}

/** `highmark` for both `shop.highmark.example` and `highmark.example`. */
function labelBelow(subDomain: string, domain: string): string | undefined {
  const [first, second] = domain.split('.')
  return first === subDomain ? second : first
}
