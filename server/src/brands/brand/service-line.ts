import type { Language } from '@portico/contract/page'
import { servicePhone } from '@portico/rules/brand/service-phone'
import type { NurseLine } from '@portico/rules/brand/types'
import type { LoadedBrand } from './load.ts'

export interface ServiceLine {
  readonly phoneNumber: string
  /** In the words of the language. */
  readonly hours: string
  readonly medicaid: boolean
}

/** The phone line for someone, and its hours (BR-10); `member` null: not known to be a member. */
export function serviceLine(
  { brand, texts }: LoadedBrand,
  person: {
    readonly language: Language
    readonly member: { readonly isNDMedicaid: boolean } | null
    readonly defaultServicePhone: string
  },
): ServiceLine {
  const { phone, hours, medicaid } = servicePhone({ brand, member: person.member })
  return {
    phoneNumber: phone.kind === 'number' ? phone.number : person.defaultServicePhone,
    hours: texts[person.language].customerServiceHours ?? hours,
    medicaid,
  }
}

/** The brand's line to nurses, with its hours in the words of the language; null: it has none. */
export function findNurseLine({ brand, texts }: LoadedBrand, language: Language): NurseLine | null {
  const { nurseLine } = brand
  return nurseLine && { ...nurseLine, hours: texts[language].nurseLineHours ?? nurseLine.hours }
}
