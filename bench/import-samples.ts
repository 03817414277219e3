import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A file of one kind of import, in parts, so that it can have any length. */
export interface SampleFile {
  readonly name: string
  readonly head?: string
  /** The part at a position, the first one being 0. */
  part(at: number): string
  readonly between?: string
  readonly tail?: string
  /** The maximum size of such a file, in MB. */
  readonly maxMb?: number
}

const people = 1000
const memberNumber = (at: number) => `64${String(at % people).padStart(9, '0')}`
const npn = (at: number) => String(1_000_000 + (at % 500_000))

function csv(name: string, columns: string, row: (at: number) => string): SampleFile {
  return { name: `${name}.csv`, head: `${columns}\n`, part: (at) => `${row(at)}\n` }
}

/** Data that the other kinds need first: members, and the agency of agents and clients. */
export const before = {
  members: csv('first', 'member_number,first_name,last_name,date_of_birth,group_number,coverage_from', (at) =>
    [memberNumber(at), 'Robin', `Sample${at}`, '1980-02-29', 'BENCH', '2026-01-01'].join(','),
  ),
  agencies: csv('first', 'agency_id,agency_name,region,region_name,state', (at) => `bench-${at},Bench,R1,North,WI`),
} as const
export const beforeParts = { members: people, agencies: 1 } as const

/** A file of each kind, with new rows for existing members. */
export const samples: Readonly<Record<string, () => SampleFile>> = {
  fhir: claims,
  members: () =>
    csv('members', 'member_number,first_name,last_name,date_of_birth,group_number,plan_name,coverage_from', (at) =>
      [`65${String(at).padStart(9, '0')}`, 'Robin', 'Sample', '1980-02-29', 'BENCH', 'Blue', '2026-01-01'].join(','),
    ),
  spending: () =>
    csv(
      'spending',
      'record,member_number,account_number,plan_year,account_type,begin_date,transaction_id,date,kind,amount',
      (at) =>
        at < people
          ? ['account', memberNumber(at), 'A1', '2026', 'fsa', '2026-01-01', '', '', '', ''].join(',')
          : ['transaction', memberNumber(at), 'A1', '2026', '', '', `t${at}`, '2026-03-01', 'card', '-12.00'].join(','),
    ),
  benefits: () =>
    csv('benefits', 'plan_id,plan_year,plan_name,row,service,section,covered,copay', (at) =>
      [`bench-${Math.floor(at / 50)}`, '2026', 'Bench', 'benefit', `Service ${at % 50}`, 'Care', 'yes', '20'].join(','),
    ),
  premiums: () =>
    csv(
      'premiums',
      'record,member_number,account_number,bill_number,issued_on,due_on,period_from,period_to,amount',
      (at) =>
        at < people
          ? ['account', memberNumber(at), 'P1', '', '', '', '', '', ''].join(',')
          : [
              'bill',
              memberNumber(at),
              'P1',
              `b${at}`,
              '2026-02-15',
              '2026-03-01',
              '2026-03-01',
              '2026-03-31',
              '512.34',
            ].join(','),
    ),
  'first-premiums': () =>
    csv('first-premiums', 'application_number,paid_on,amount', (at) => `A-${at},2026-03-01,512.34`),
  payouts: () =>
    csv('payouts', 'line_id,payout,paid_on,kind,amount', (at) => `l${at},po-${at % 100},2026-03-01,other,-0.30`),
  agencies: () =>
    csv('agencies', 'agency_id,agency_name,region,region_name,state', (at) => `b${at},Bench ${at},R1,North,WI`),
  agents: () =>
    csv('agents', 'npn,login_id,first_name,last_name,agency_id,region', (at) =>
      [npn(at), `bench${at}`, 'Robin', 'Sample', 'bench-0', 'R1'].join(','),
    ),
  appointments: () =>
    csv('appointments', 'npn,state,line,appointed_on', (at) => `${npn(at)},WI,aca,2026-01-0${1 + (at % 9)}`),
  trainings: () => csv('trainings', 'npn,kind,name,line,plan_year', (at) => `${npn(at)},course,Course ${at},aca,2026`),
  clients: () =>
    csv('clients', 'member_number,agency_id,region,consented_on,updated_at', (at) =>
      [memberNumber(at), 'bench-0', 'R1', '2026-01-01', new Date(1.7e12 + at * 1000).toISOString()].join(','),
    ),
  'sensitive-codes': () =>
    csv('sensitive-codes', 'system,code,begins', (at) => `hcpcs,X${String(at).padStart(6, '0')},2026-01-01`),
  plans: () =>
    csv('plans', 'BusinessYear,PlanId,RatingAreaId,Age,IndividualRate,IndividualTobaccoRate', (at) =>
      [
        '2026',
        `12345WI${String(Math.floor(at / 500)).padStart(7, '0')}`,
        `Rating Area ${Math.floor(at / 50) % 10}`,
        15 + (at % 50),
        '512.34',
        '600.00',
      ].join(','),
    ),
  directory: () =>
    csv('directory', 'type,name,specialty,address,city,state,zip,lat,lon,phone', (at) =>
      [
        'individual',
        `Robin Sample ${at}`,
        'Cardiology',
        `${at} Main St`,
        'Madison',
        'WI',
        '53703',
        43 + (at % 997) / 1e3,
        -89 - (at % 991) / 1e3,
        '6085550100',
      ].join(','),
    ),
  formulary: () => ({
    name: 'drugs.json',
    head: '[',
    part: (at) => JSON.stringify(drug(at)),
    between: ',',
    tail: ']',
    maxMb: 60,
  }),
  rates: () => ({
    name: '2026-11-01_bench.json',
    head: `${JSON.stringify({ reporting_entity_name: 'Bench', reporting_entity_type: 'health insurance issuer', version: '2.0.0', last_updated_on: '2026-11-01', provider_references: [group] }).slice(0, -1)},"in_network":[`,
    part: (at) => JSON.stringify(service(at)),
    between: ',',
    tail: ']}',
  }),
}

function drug(at: number): object {
  const plans = Array.from({ length: 20 }, (_, plan) => ({
    plan_id_type: 'HIOS-PLAN-ID',
    plan_id: `12345WI00${10000 + plan}`,
    drug_tier: 'GENERIC',
    prior_authorization: false,
    step_therapy: false,
    quantity_limit: false,
    years: [2026],
  }))
  return { rxnorm_id: String(200_000 + at), drug_name: `Benchine${at} 500 MG Oral Tablet`, plans }
}

const group = {
  provider_group_id: 1,
  network_name: ['Bench Choice'],
  provider_groups: [{ npi: [1_000_000_004], tin: { type: 'ein', value: '00-0000001', business_name: 'Group' } }],
}

function service(at: number): object {
  const price = { setting: 'both', negotiated_type: 'negotiated', expiration_date: '2099-12-31', service_code: ['11'] }
  return {
    negotiation_arrangement: 'ffs',
    name: `Service ${at}`,
    description: `Service number ${at}`,
    billing_code_type: 'LOCAL',
    billing_code_type_version: '2026',
    billing_code: `S${at}`,
    negotiated_rates: Array.from({ length: 50 }, (_, one) => ({
      provider_references: [1],
      negotiated_prices: [{ ...price, negotiated_rate: 50 + one, billing_class: 'professional' }],
    })),
  }
}

/** The sample's people and their claims, repeated with new ids and numbers. */
function claims(): SampleFile {
  const read = new Set(['Patient', 'Organization', 'Practitioner', 'ExplanationOfBenefit'])
  const lines = gunzipSync(readFileSync(join(import.meta.dirname, '../server/test/fhir/synthea.ndjson.gz')))
    .toString()
    .trimEnd()
    .split('\n')
    .filter((line) => read.has(JSON.parse(line).resourceType))
  return {
    name: 'claims.ndjson',
    part: (at) => {
      const own = Math.floor(at / lines.length)
        .toString(16)
        .padStart(6, '0')
      const line = lines[at % lines.length] ?? ''
      const copy = line.replace(/("id":"|urn:uuid:)[0-9a-f]{6}(?=[0-9a-f]{2}-)/g, `$1${own}`)
      if (!copy.startsWith('{"resourceType":"Patient"')) return `${copy}\n`
      const identifier = [{ type: { coding: [{ code: 'MB' }] }, value: `66${String(at).padStart(9, '0')}` }]
      return `${JSON.stringify({ ...JSON.parse(copy), identifier })}\n`
    },
  }
}
