import type { Brand } from './types.ts'

/** The customer-service number to show. `default` stands for the configured default phone text, which the caller fills in. */
export interface ServicePhone {
  readonly phone: { readonly kind: 'number'; readonly number: string } | { readonly kind: 'default' }
  /** True for the number for Medicaid members. */
  readonly medicaid: boolean
  readonly hours: string
}

type BrandPhones = Pick<
  Brand,
  'customerServicePhoneNumber' | 'customerServiceNumber' | 'medicaidServiceNumber' | 'customerServiceHours'
>

/**
 * The phone number that a person sees (BR-10). `member` is null before sign-in, and then holds the selected group's Medicaid flag.
 * Brands without separate numbers for members or Medicaid members show the brand's phone, or without one the default.
 */
export function servicePhone(options: {
  readonly brand: BrandPhones
  readonly member: { readonly isNDMedicaid: boolean } | null
}): ServicePhone {
  const { brand, member } = options
  const hours = brand.customerServiceHours
  if (member?.isNDMedicaid && brand.medicaidServiceNumber !== null) {
    return { phone: { kind: 'number', number: brand.medicaidServiceNumber }, medicaid: true, hours }
  }
  const number = (member && brand.customerServiceNumber) ?? brand.customerServicePhoneNumber
  return { phone: number === null ? { kind: 'default' } : { kind: 'number', number }, medicaid: false, hours }
}
