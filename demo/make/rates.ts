import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { isNpi } from '../../server/src/care/finder/entry.ts'
import { findFolder } from './folder.ts'

/**
 * `npm run demo:make` writes `demo/rates/` and the provider locations in `demo/directory/`: the prices that the demo's plans have agreed on with the fictional
 * providers of its claims, in CMS's schema of in-network rates, and the places of these providers. Codes are HCPCS if there is one,
 * otherwise the plan's own (LOCAL), since CPT is proprietary.
 */
const demo = findFolder()
const expires = '2099-12-31'

/** Each of them is in the town of every brand that has prices, this many miles north and east of its center. */
const providers = [
  { id: 1, name: 'Main Street Primary Care', level: 1, taxonomy: '261QP2300X', north: 0.3, east: -0.2 },
  { id: 2, name: 'Riverside Family Clinic', level: 0.92, taxonomy: '261QP2300X', north: -2.1, east: 1.4 },
  { id: 3, name: 'Lakeside Heart and Lung', level: 1.08, taxonomy: '207RC0000X', north: 3.2, east: 2.6 },
  { id: 4, name: 'Lakeside Dermatology', level: 1, taxonomy: '207N00000X', north: 3.3, east: 2.4 },
  { id: 5, name: 'Summit Radiology', level: 0.8, taxonomy: '261QR0200X', north: 5.8, east: -4.4 },
  { id: 6, name: 'Riverside General Hospital', level: 1.9, taxonomy: '282N00000X', north: -1.6, east: 1.1 },
  { id: 7, name: 'Union Laboratory', level: 0.7, taxonomy: '291U00000X', north: 1.2, east: 7.5 },
  { id: 8, name: 'Hilltop Physical Therapy', level: 1, taxonomy: '261QP2000X', north: 4.1, east: -1.3 },
  { id: 9, name: 'Keystone Medical Supply', level: 1, taxonomy: '332B00000X', north: -6.4, east: -3.7 },
  { id: 10, name: 'Quiet Harbor Counseling', level: 1, taxonomy: '261QM0801X', north: 0.9, east: 1.9 },
  { id: 11, name: 'County Ambulance', level: 1, taxonomy: '341600000X', north: -0.8, east: -5.2 },
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
  /** Each provider's second price, as a multiple of the first. */
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
  { code: 'MAMMO', name: 'Screening mammogram', dollars: 171, at: [5, 6] },
  { code: 'COLO', name: 'Screening colonoscopy', dollars: 962, at: [6] },
  { code: 'ER', name: 'Emergency room visit', dollars: 1180, at: [6], upTo: 2.4 },
  { code: 'UC', name: 'Urgent care visit', dollars: 165, at: [2] },
  { code: 'PT', name: 'Physical therapy visit', dollars: 92, at: [8, 6] },
  { code: 'THERAPY-45', name: 'Mental health counseling visit, 45 minutes', dollars: 118, at: [10] },
  { code: 'STAY', name: 'Hospital stay, per day', dollars: 1620, at: [6], price: { negotiated_type: 'per diem' } },
  {
    code: 'DRUG-INF',
    name: 'Infusion drugs given in the hospital',
    dollars: 33,
    at: [6],
    price: { negotiated_type: 'percentage' },
  },
  {
    code: 'KNEE',
    name: 'Knee replacement surgery',
    dollars: 14_850,
    at: [6],
    upTo: 1.35,
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
    code: 'BIRTH',
    name: 'Childbirth, with care before and after',
    dollars: 7_940,
    at: [6],
    upTo: 1.5,
    more: {
      negotiation_arrangement: 'bundle',
      bundled_codes: [
        part('BIRTH-CARE', 'Visits before and after the birth'),
        part('BIRTH-ROOM', 'Delivery and hospital room'),
      ],
    },
  },
  { code: 'G0439', type: 'HCPCS', name: 'Yearly wellness visit', dollars: 137.42, at: [1, 2] },
  { code: 'G0008', type: 'HCPCS', name: 'Flu shot (fee for giving the shot)', dollars: 32.1, at: [1, 2] },
  { code: 'G0283', type: 'HCPCS', name: 'Electrical stimulation therapy', dollars: 13.94, at: [8] },
  { code: 'A0429', type: 'HCPCS', name: 'Emergency ambulance, basic life support', dollars: 486.3, at: [11] },
  { code: 'L1832', type: 'HCPCS', name: 'Knee brace, adjustable, fitted', dollars: 611.75, at: [9] },
  { code: 'E0114', type: 'HCPCS', name: 'Pair of crutches', dollars: 47.1, at: [9] },
  { code: 'H0004', type: 'HCPCS', name: 'Behavioral health counseling, 15 minutes', dollars: 31.6, at: [10] },
]

/** Networks are those of demo/directory/networks.csv.gz. */
const brands = {
  hmbcbs: {
    number: 1,
    network: ['keystone', 'Keystone Choice'],
    level: 1,
    town: ['Pittsburgh', 'PA', '15222', '412'],
    at: [40.4477, -79.9933],
  },
  de: {
    number: 2,
    network: ['diamond', 'Diamond Care'],
    level: 1.06,
    town: ['Wilmington', 'DE', '19801', '302'],
    at: [39.7376, -75.5497],
  },
  mincr: {
    number: 3,
    network: ['lakes', 'Lakes and Rivers'],
    level: 0.97,
    town: ['Saint Paul', 'MN', '55101', '651'],
    at: [44.9517, -93.086],
  },
  wybcbs: {
    number: 4,
    network: ['frontier', 'Frontier Care'],
    level: 1.03,
    town: ['Cheyenne', 'WY', '82001', '307'],
    at: [41.1453, -104.7895],
  },
} as const

/** Numbers that begin with 2 are valid but not issued, so no real provider can have one of these. */
function computeNpi(brand: number, id: number): string {
  const beginning = `29${brand}0000${String(id).padStart(2, '0')}`
  const digit = [...'0123456789'].find((one) => isNpi(beginning + one))
  return `${beginning}${digit}`
}

function part(code: string, description: string) {
  return { billing_code_type: 'LOCAL', billing_code_type_version: '2026', billing_code: code, description }
}

const milesOfDegree = 69

for (const name of ['rates', 'directory']) mkdirSync(join(demo, name), { recursive: true })
const places = [
  [
    'npi',
    'type',
    'name',
    'taxonomy',
    'address',
    'city',
    'state',
    'zip',
    'lat',
    'lon',
    'geo',
    'phone',
    'wheelchair',
    'source',
  ],
]
const seats = [['brand', 'network_id', 'network_name', 'npi', 'zip', 'begins', 'accepting', 'verified_on']]
for (const [brand, { number, network, level, town, at }] of Object.entries(brands)) {
  const [city, state, zip, areaCode] = town
  const [lat, lon] = at
  for (const { id, name, taxonomy, north, east } of providers) {
    const npi = computeNpi(number, id)
    const spot = [lat + north / milesOfDegree, lon + east / (milesOfDegree * Math.cos((lat * Math.PI) / 180))]
    const kind = taxonomy === '282N00000X' ? 'hospital' : 'facility'
    places.push([
      ...[npi, kind, name, taxonomy, `${id}00 Example Street`, city, state, zip],
      ...[
        ...spot.map((one) => one.toFixed(4)),
        'site',
        `${areaCode}-555-01${String(id).padStart(2, '0')}`,
        'yes',
        'demo',
      ],
    ])
    seats.push([brand, ...network, npi, '', '2026-01-01', 'yes', '2026-12-20'])
  }
  const file = {
    reporting_entity_name: 'Portico demonstration plan',
    reporting_entity_type: 'health insurance issuer',
    last_updated_on: '2026-10-01',
    version: '2.0.0',
    provider_references: providers.map(({ id, name }) => ({
      provider_group_id: id,
      network_name: [network[1]],
      provider_groups: [
        {
          npi: [Number(computeNpi(number, id))],
          tin: { type: 'ein', value: `00-00000${String(id).padStart(2, '0')}`, business_name: name },
        },
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
  write(`rates/${brand}.json.gz`, JSON.stringify(file))
}
write('directory/places.csv.gz', toCsv(places))
write('directory/place-networks.csv.gz', toCsv(seats))

function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.join(',')}\n`).join('')
}

function write(name: string, text: string): void {
  writeFileSync(join(demo, name), gzipSync(text, { level: 9 }))
}

function prices({ dollars, price, upTo }: DemoService, id: ProviderId, level: number) {
  const isShare = price !== undefined && 'negotiated_type' in price && price.negotiated_type === 'percentage'
  const own = providers.find((one) => one.id === id)?.level ?? 1
  const rate = isShare ? dollars : Math.round(dollars * own * level * 100) / 100
  return [1, ...(upTo === undefined ? [] : [upTo])].map((times) => ({
    setting: 'both',
    negotiated_type: 'negotiated',
    billing_class: 'both',
    negotiated_rate: Math.round(rate * times * 100) / 100,
    expiration_date: expires,
    ...price,
  }))
}
