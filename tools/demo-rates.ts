import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Writes demo/rates: what the demo's plans and the fictional providers of its claims have agreed on, in CMS's schema of in-network
 * rates. Codes are HCPCS where it has one and else the plan's own (LOCAL): CPT is its owner's. Run it again after a change here.
 */
const folder = join(import.meta.dirname, '../demo/rates')
const expires = '2099-12-31'

/** Fictional numbers: their check digit is wrong on purpose, so that no provider can have them. */
const providers = [
  { id: 1, npi: 1000000101, name: 'Main Street Primary Care', level: 1 },
  { id: 2, npi: 1000000202, name: 'Riverside Family Clinic', level: 0.92 },
  { id: 3, npi: 1000000303, name: 'Lakeside Heart and Lung', level: 1.08 },
  { id: 4, npi: 1000000404, name: 'Lakeside Dermatology', level: 1 },
  { id: 5, npi: 1000000505, name: 'Summit Radiology', level: 0.8 },
  { id: 6, npi: 1000000606, name: 'Riverside General Hospital', level: 1.9 },
  { id: 7, npi: 1000000707, name: 'Union Laboratory', level: 0.7 },
  { id: 8, npi: 1000000808, name: 'Hilltop Physical Therapy', level: 1 },
  { id: 9, npi: 1000000909, name: 'Keystone Medical Supply', level: 1 },
  { id: 10, npi: 1000001010, name: 'Quiet Harbor Counseling', level: 1 },
  { id: 11, npi: 1000001111, name: 'County Ambulance', level: 1 },
] as const

type ProviderId = (typeof providers)[number]['id']

interface DemoService {
  readonly code: string
  readonly type?: 'HCPCS'
  readonly name: string
  readonly dollars: number
  readonly at: readonly ProviderId[]
  readonly more?: object
  readonly price?: object
  /** A second price of each provider, so many times the first. */
  readonly upTo?: number
}

const services: readonly DemoService[] = [
  { code: 'OV', name: 'Office visit with a primary care doctor', dollars: 128, at: [1, 2] },
  { code: 'SV', name: 'Specialist visit', dollars: 214, at: [3, 4] },
  { code: 'LAB', name: 'Blood test panel', dollars: 46.35, at: [1, 6, 7] },
  { code: 'A1C', name: 'Blood test for diabetes (hemoglobin A1c)', dollars: 18.72, at: [1, 2, 6, 7] },
  { code: 'XRAY-CHEST', name: 'Chest x-ray', dollars: 74.5, at: [5, 6] },
  { code: 'XRAY-KNEE', name: 'Knee x-ray', dollars: 69.8, at: [5, 6] },
  { code: 'MRI-KNEE', name: 'Knee MRI scan', dollars: 612, at: [5, 6] },
  { code: 'MRI-HEAD', name: 'Head MRI scan', dollars: 688, at: [5, 6] },
  { code: 'CT-HEAD', name: 'Head CT scan', dollars: 318.4, at: [5, 6] },
  { code: 'US-ABD', name: 'Ultrasound of the abdomen', dollars: 146.25, at: [5, 6] },
  { code: 'ECHO', name: 'Ultrasound of the heart (echocardiogram)', dollars: 402.1, at: [3, 6] },
  { code: 'MAMMO', name: 'Mammogram, screening', dollars: 171, at: [5, 6] },
  { code: 'COLO', name: 'Colonoscopy, screening', dollars: 962, at: [6] },
  { code: 'ER', name: 'Emergency room visit', dollars: 1180, at: [6], upTo: 2.4 },
  { code: 'UC', name: 'Urgent care visit', dollars: 165, at: [2] },
  { code: 'PT', name: 'Physical therapy visit', dollars: 92, at: [8, 6] },
  { code: 'THERAPY-45', name: 'Mental health counseling visit, 45 minutes', dollars: 118, at: [10] },
  { code: 'STAY', name: 'Hospital stay, each day', dollars: 1620, at: [6], price: { negotiated_type: 'per diem' } },
  {
    code: 'DRUG-INF',
    name: 'Infusion drugs given in the hospital',
    dollars: 33,
    at: [6],
    price: { negotiated_type: 'percentage' },
  },
  {
    ...{ code: 'KNEE', name: 'Knee replacement surgery', dollars: 14_850, at: [6], upTo: 1.35 },
    more: {
      negotiation_arrangement: 'bundle',
      bundled_codes: [
        part('KNEE-SURGEON', 'Surgeon'),
        part('KNEE-ANESTHESIA', 'Anesthesia'),
        part('KNEE-STAY', 'Hospital room and nursing, two days'),
        part('KNEE-IMPLANT', 'Artificial knee joint'),
      ],
    },
  },
  {
    ...{ code: 'BIRTH', name: 'Childbirth, with care before and after', dollars: 7_940, at: [6], upTo: 1.5 },
    more: {
      negotiation_arrangement: 'bundle',
      bundled_codes: [
        part('BIRTH-CARE', 'Visits before and after the birth'),
        part('BIRTH-ROOM', 'Delivery and hospital room'),
      ],
    },
  },
  { code: 'G0439', type: 'HCPCS', name: 'Yearly wellness visit', dollars: 137.42, at: [1, 2] },
  { code: 'G0008', type: 'HCPCS', name: 'Flu shot, giving of it', dollars: 32.1, at: [1, 2] },
  { code: 'G0283', type: 'HCPCS', name: 'Electrical stimulation therapy', dollars: 13.94, at: [8] },
  { code: 'A0429', type: 'HCPCS', name: 'Ambulance, emergency, basic life support', dollars: 486.3, at: [11] },
  { code: 'L1832', type: 'HCPCS', name: 'Knee brace, adjustable, fitted', dollars: 611.75, at: [9] },
  { code: 'E0114', type: 'HCPCS', name: 'Crutches, pair', dollars: 47.1, at: [9] },
  { code: 'H0004', type: 'HCPCS', name: 'Behavioral health counseling, 15 minutes', dollars: 31.6, at: [10] },
]

const brands = {
  hmbcbs: ['Blue network', 1],
  de: ['Harbor network', 1.06],
  mincr: ['Statewide network', 0.97],
  wybcbs: ['Mountain network', 1.03],
} as const

function part(code: string, description: string) {
  return { billing_code_type: 'LOCAL', billing_code_type_version: '2026', billing_code: code, description }
}

mkdirSync(folder, { recursive: true })
for (const [brand, [network, level]] of Object.entries(brands)) {
  const file = {
    reporting_entity_name: 'Portico demonstration plan',
    reporting_entity_type: 'health insurance issuer',
    last_updated_on: '2026-10-01',
    version: '2.0.0',
    provider_references: providers.map(({ id, npi, name }) => ({
      provider_group_id: id,
      network_name: [network],
      provider_groups: [
        { npi: [npi], tin: { type: 'ein', value: `00-00000${String(id).padStart(2, '0')}`, business_name: name } },
      ],
    })),
    in_network: services.map((service) => ({
      negotiation_arrangement: 'ffs',
      name: service.name,
      billing_code_type: service.type ?? 'LOCAL',
      billing_code_type_version: '2026',
      billing_code: service.code,
      description: service.name,
      negotiated_rates: service.at.map((id) => ({
        provider_references: [id],
        negotiated_prices: prices(service, id, level),
      })),
      ...service.more,
    })),
  }
  writeFileSync(join(folder, `${brand}.json.gz`), gzipSync(JSON.stringify(file), { level: 9 }))
}

function prices({ dollars, price, upTo }: DemoService, id: ProviderId, level: number) {
  const isShare = price !== undefined && 'negotiated_type' in price && price.negotiated_type === 'percentage'
  const own = providers.find((one) => one.id === id)?.level ?? 1
  const rate = isShare ? dollars : Math.round(dollars * own * level * 100) / 100
  return [1, ...(upTo === undefined ? [] : [upTo])].map((times) => ({
    ...{ setting: 'both', negotiated_type: 'negotiated', billing_class: 'both' },
    ...{ negotiated_rate: Math.round(rate * times * 100) / 100, expiration_date: expires },
    ...price,
  }))
}
