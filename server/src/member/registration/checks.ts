import type { PayloadOf } from '@portico/contract/call'
import type { registrationProfile } from '@portico/contract/calls/registration'
import { allowsLongTopLevel } from '@portico/rules/brand/dd-token'
import type { Brand } from '@portico/rules/brand/types'
import { hasMembers, isVisitor } from '@portico/rules/registration/choices'
import {
  checkRegistration,
  type RegistrationField,
  type RegistrationValues,
  registrationFields,
} from '@portico/rules/registration/fields'
import { parseDate } from '@portico/rules/validation/date'
import type { BrandService } from '../../brands/brand/service.ts'
import type { ZipTable } from '../../brands/zip/table.ts'
import { easternDay, formatIsoDay, isoDate } from '../../platform/day.ts'
import { type FieldProblem, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'

export type EnteredValues = Partial<RegistrationValues>

/** Checks registrations with the page's rules and the table of ZIP codes. */
export interface RegistrationChecks {
  /** The brand that a caller names, or the page's. */
  findBrand(named: string | undefined, context: CallContext): Brand
  /** The problems of these fields. */
  problems(
    names: readonly RegistrationField[],
    given: EnteredValues,
    brand: Brand,
    context: CallContext,
  ): readonly FieldProblem[]
  /** Throws FIELD-INVALID at `zipCode` and `userType`. */
  profile(given: EnteredValues, brand: Brand, context: CallContext): PayloadOf<typeof registrationProfile>
}

export function createChecks(parts: { readonly brands: BrandService; readonly zips: ZipTable }): RegistrationChecks {
  const { brands, zips } = parts
  const problems: RegistrationChecks['problems'] = (names, given, brand, { cookies, now }) => {
    const values = toValues(given)
    const counties = zips.counties(values.zipCode)
    const context = {
      brand,
      today: isoDate(easternDay(now)),
      longTopLevel: allowsLongTopLevel(cookies.ddToken),
      counties: counties.map(({ fips }) => fips),
    }
    return names.flatMap((field) => {
      const problem = checkRegistration(field, values, context)
      if (problem) return [{ field, code: problem.code }]
      const code = field === 'zipCode' ? placeProblem(values, brand) : null
      return code === null ? [] : [{ field, code }]
    })
  }

  return {
    findBrand: (named, context) => brands.at(context, named),
    problems,
    profile: (given, brand, context) => {
      const { zipCode, userType } = toValues(given)
      const served = zips.findBrand(zipCode)
      const other = served === null || isSame(brands.get(served), brand) ? null : served
      // If the ZIP leads to another brand, that brand will check it.
      const names = other === null ? (['userType', 'zipCode'] as const) : (['userType'] as const)
      refuseFields(problems(names, given, brand, context))
      return {
        counties: zips.counties(zipCode).map(({ fips, name, state }) => ({ fips, name, state })),
        otherBrand:
          other === null
            ? null
            : {
                brand: other,
                name: brands.requireLoaded(other).texts[context.language].name,
                mayStay: !isVisitor(userType) && hasMembers(brand.code),
              },
      }
    },
  }

  /** Members may live anywhere; visitors only where the brand offers plans. */
  function placeProblem({ zipCode, userType }: RegistrationValues, brand: Brand): string | null {
    if (zips.counties(zipCode).length === 0) return 'zip.unknown'
    if (!isVisitor(userType) && hasMembers(brand.code)) return null
    const served = zips.findBrand(zipCode)
    return served !== null && isSame(brands.get(served), brand) ? null : 'zip.not-served'
  }
}

/** A valid typed date as `yyyy-mm-dd`. */
export function toIsoDay(typed: string, now: Date): string {
  const date = parseDate(typed, isoDate(easternDay(now)))
  if (date === null) throw new Error('A date that was found valid is none.')
  return formatIsoDay(date)
}

function toValues(given: EnteredValues): RegistrationValues {
  const none = Object.fromEntries(registrationFields.map((name) => [name, ''])) as RegistrationValues
  return { ...none, ...given }
}

/** Brands that share a code share their territory. */
function isSame(one: Brand, other: Brand): boolean {
  return one.sharedBrandCode === other.sharedBrandCode
}
