/** A group of providers of a price file, of one clinic (IM-8). */
export const buildProvider = (id: number, npi: number, name: string) => ({
  provider_group_id: id,
  network_name: ['Harbor network'],
  provider_groups: [{ npi: [npi], tin: { type: 'ein', value: '11-1111111', business_name: name } }],
})

export const buildPrice = (rate: unknown, more: object = {}) => ({
  setting: 'outpatient',
  negotiated_type: 'negotiated',
  negotiated_rate: rate,
  expiration_date: '2099-12-31',
  billing_class: 'professional',
  service_code: ['11'],
  ...more,
})

/** A service with the prices of its providers. */
export const buildService = (code: string, rates: readonly unknown[], more: object = {}) => ({
  negotiation_arrangement: 'ffs',
  name: `Service ${code}`,
  billing_code_type: 'HCPCS',
  billing_code_type_version: '2026',
  billing_code: code,
  description: `Service ${code}`,
  negotiated_rates: rates,
  ...more,
})
