import type { ImportedPrice, ImportedProvider, ImportedService } from '../../rates/importing.ts'
import { Refused } from '../refused.ts'
import type { Prices, ProviderReference, RatedService } from './schema.ts'

/** A group's providers; one with only a tax number has no NPI. */
export function providerRows(reference: ProviderReference): ImportedProvider[] {
  const ref = String(reference.provider_group_id)
  const network = reference.network_name.join('; ') || null
  return reference.provider_groups.flatMap(({ npi, tin }) =>
    npi.map((number) => ({
      ref,
      npi: number === 0 ? '' : String(number),
      tin: tin.value,
      name: tin.business_name ?? null,
      network,
    })),
  )
}

export function serviceRow(service: RatedService, item: number): ImportedService {
  const parts = [...(service.bundled_codes ?? []), ...(service.covered_services ?? [])]
  return {
    item,
    arrangement: service.negotiation_arrangement,
    codeType: service.billing_code_type,
    code: service.billing_code.trim().toUpperCase(),
    name: service.name,
    description: service.description,
    parts: parts.map((one) => ({
      type: one.billing_code_type,
      code: one.billing_code,
      description: one.description,
    })),
  }
}

/** Above this, an amount is a mistake in the file. */
const maxDollars = 1_000_000_000

export function priceRows(prices: Prices, item: number, path: string): ImportedPrice[] {
  const refs = prices.provider_references.map(String)
  return prices.negotiated_prices.map((price, index) => {
    if (price.negotiated_rate > maxDollars)
      throw new Refused(`${path}/negotiated_prices/${index}/negotiated_rate`, 'is more than a billion')
    return {
      item,
      refs,
      type: price.negotiated_type,
      amount: hundredths(price.negotiated_rate),
      billingClass: price.billing_class,
      setting: price.setting,
      modifiers: (price.billing_code_modifier ?? []).join(' '),
      expires: price.expiration_date,
    }
  })
}

/** Rounds half a cent up in the decimal form: 1.005 becomes 1.01, whatever its nearest binary number. */
function hundredths(amount: number): number {
  return Math.round(Number(`${amount}e2`))
}
