import { checkMemberId } from '@portico/rules/validation/member-id'
import { loadConfiguredBrands, readConfiguredBrands, readKeptBrands } from '../../brands/brand/configured.ts'
import type { BrandSet } from '../../brands/brand/load.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Warn } from './machine.ts'

let brands: BrandSet = new Map()

/** Reads the current formats of the brands' numbers, for an import that begins. The caller reports brands that are left out. */
export async function readNumberForms(database: Pick<Database, 'read'>): Promise<void> {
  const kept = await readKeptBrands(database.read)
  brands = loadConfiguredBrands(readConfiguredBrands(process.env), () => undefined, kept)
}

/** Whether a number has the format of its brand's member numbers. */
export function hasNumberForm(brand: string, number: string): boolean {
  const form = brands.get(brand)?.brand.memberNumber
  return form === undefined || checkMemberId(number, form, { required: true }) === null
}

/** Warns of a member number that does not have its brand's format: nobody can register with it (VA-5). */
export function warnOfNumber(warn: Warn, brand: string, number: string | null): void {
  if (number === null) return
  const form = brands.get(brand)?.brand.memberNumber
  if (form === undefined || hasNumberForm(brand, number)) return
  const { min, max } = form
  const words = form.form === 'letters-and-digits' ? 'letters and digits' : 'digits'
  warn('member number', `nobody can register with it: those of ${brand} are ${min} to ${max} ${words} (its brand.json)`)
}
