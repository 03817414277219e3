import { join, resolve } from 'node:path'
import { checkMemberId } from '@portico/rules/validation/member-id'
import { type BrandSet, loadEveryBrand } from '../../brands/brand/load.ts'
import type { Warn } from './machine.ts'

const root = resolve(import.meta.dirname, '../../../..')
let brands: BrandSet | undefined

/** Warns of a member number that has not the form of its brand's: nobody can register with it (VA-5). */
export function warnOfNumber(warn: Warn, brand: string, number: string | null): void {
  if (number === null) return
  brands ??= loadEveryBrand(join(root, 'brands'), {
    own: process.env.BRANDS_DIR,
    adjust: (brand) => brand,
    // Whoever started the import has told it.
    warn: () => undefined,
  })
  const form = brands.get(brand)?.brand.memberNumber
  if (form === undefined || checkMemberId(number, form, { required: true }) === null) return
  const { min, max } = form
  const words = form.form === 'letters-and-digits' ? 'letters and digits' : 'digits'
  warn('member number', `nobody can register with it: those of ${brand} are ${min} to ${max} ${words} (its brand.json)`)
}
