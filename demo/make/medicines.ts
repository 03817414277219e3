import { ANCHOR } from '../../server/src/demo/demo/record.ts'

/** The demo members' medicines as FHIR R4: prescriptions and pharmacy fills. */

const rxnorm = 'http://www.nlm.nih.gov/research/umls/rxnorm'
const ndcSystem = 'http://hl7.org/fhir/sid/ndc'
const dayMs = 24 * 60 * 60 * 1000
const dayBefore = (days: number) => new Date(Date.parse(ANCHOR) - days * dayMs).toISOString().slice(0, 10)

interface Drug {
  readonly name: string
  readonly rxnorm: string
  readonly ndc: string
  readonly unit: string
}

/** NDCs have the real format; those that no demo claim names belong to no real package. */
export const drugs = {
  metformin: { name: 'Metformin 500 mg tablets', rxnorm: '861007', ndc: '00093-7214-10', unit: 'tablets' },
  sitagliptin: { name: 'Sitagliptin 100 mg tablets', rxnorm: '665036', ndc: '00006-0277-31', unit: 'tablets' },
  lisinopril: { name: 'Lisinopril 10 mg tablets', rxnorm: '314076', ndc: '99999-0101-90', unit: 'tablets' },
  atorvastatin: { name: 'Atorvastatin 20 mg tablets', rxnorm: '617310', ndc: '99999-0102-90', unit: 'tablets' },
  amlodipine: { name: 'Amlodipine 5 mg tablets', rxnorm: '197361', ndc: '99999-0103-90', unit: 'tablets' },
  levothyroxine: { name: 'Levothyroxine 75 mcg tablets', rxnorm: '966222', ndc: '99999-0104-90', unit: 'tablets' },
  losartan: { name: 'Losartan 50 mg tablets', rxnorm: '979492', ndc: '99999-0105-90', unit: 'tablets' },
  albuterol: { name: 'Albuterol 90 mcg inhaler', rxnorm: '745679', ndc: '99999-0106-01', unit: 'puffs' },
  sertraline: { name: 'Sertraline 100 mg tablets', rxnorm: '312938', ndc: '99999-0107-30', unit: 'tablets' },
  amoxicillin: { name: 'Amoxicillin 250 mg capsules', rxnorm: '308182', ndc: '99999-0108-30', unit: 'capsules' },
  apixaban: { name: 'Eliquis 5 mg tablets', rxnorm: '1364447', ndc: '99999-0109-60', unit: 'tablets' },
  semaglutide: { name: 'Ozempic 1 mg pen', rxnorm: '2398842', ndc: '99999-0110-01', unit: 'mg' },
} as const satisfies Readonly<Record<string, Drug>>
export type DrugName = keyof typeof drugs

/** A prescription in the demo: how the medicine is taken, and when it was filled. */
interface Taken {
  readonly drug: DrugName
  /** In the prescriber's own words; left out: given only in fields. */
  readonly dose?: string
  readonly often?: object
  readonly asNeeded?: true
  readonly writtenDaysAgo: number
  readonly refills?: number
  readonly status?: 'completed'
  readonly days?: number
  readonly quantity: number
  readonly filled: readonly number[]
  /** Only the patient may know about it. */
  readonly sensitive?: true
  readonly byMail?: true
}

const onceADay = { code: { coding: [{ code: 'QD' }] }, repeat: { frequency: 1, period: 1, periodUnit: 'd' } }

/** For patients who take the everyday medicine of `demo/make/claims.ts`. */
function everyday(drug: DrugName): Taken {
  const dose = `Take 1 tablet by mouth ${drug === 'metformin' ? 'with your evening meal' : 'once a day'}.`
  return { drug, dose, writtenDaysAgo: 206, refills: 3, days: 90, quantity: 90, filled: [204, 114, 23] }
}

const inhaler: Taken = {
  drug: 'albuterol',
  often: { repeat: { frequency: 1, period: 4, periodUnit: 'h' } },
  asNeeded: true,
  writtenDaysAgo: 190,
  refills: 1,
  quantity: 1,
  filled: [188, 40],
}

const takenBy: Readonly<Record<string, readonly Taken[]>> = {
  '99406232200': [
    everyday('metformin'),
    {
      drug: 'sitagliptin',
      dose: 'Take 1 tablet by mouth in the morning.',
      writtenDaysAgo: 75,
      refills: 5,
      days: 30,
      quantity: 30,
      filled: [71],
    },
    inhaler,
    {
      drug: 'sertraline',
      dose: 'Take 1 tablet by mouth at bedtime.',
      writtenDaysAgo: 45,
      refills: 5,
      days: 30,
      quantity: 30,
      filled: [42, 14],
      sensitive: true,
      byMail: true,
    },
    {
      drug: 'amoxicillin',
      dose: 'Take 1 capsule by mouth 3 times a day for 10 days. Take all of it.',
      writtenDaysAgo: 302,
      refills: 0,
      status: 'completed',
      days: 10,
      quantity: 30,
      filled: [302],
    },
  ],
  '61530988402': [{ ...inhaler, filled: [61], writtenDaysAgo: 61, refills: 3 }],
  '61530988400': [
    {
      drug: 'apixaban',
      dose: 'Take 1 tablet by mouth 2 times a day, about 12 hours apart.',
      writtenDaysAgo: 15,
      refills: 2,
      days: 30,
      quantity: 60,
      filled: [15],
    },
    { ...everyday('atorvastatin'), byMail: true },
  ],
  '61530988401': [{ ...everyday('levothyroxine'), filled: [208, 119, 88], refills: 2 }],
  '71446494400': [everyday('lisinopril'), inhaler],
  '38590879400': [
    everyday('atorvastatin'),
    { ...everyday('lisinopril'), filled: [87], writtenDaysAgo: 88, refills: 0 },
  ],
  '60385221700': [everyday('amlodipine'), inhaler],
  '44432880300': [everyday('losartan')],
  '28519749900': [everyday('lisinopril')],
  '52663950100': [everyday('levothyroxine'), inhaler],
  '65382022700': [everyday('amlodipine')],
  '74687955400': [
    everyday('metformin'),
    { ...everyday('atorvastatin'), filled: [86], writtenDaysAgo: 340, refills: 3, byMail: true },
  ],
  '45120077800': [everyday('losartan')],
}

/** The drug in the claims of everyday pharmacy visits. */
export function everydayDrug(memberNumber: string): Drug {
  const name = takenBy[memberNumber]?.find(({ days }) => days === 90)?.drug ?? 'metformin'
  return drugs[name]
}

const towns: Readonly<Record<string, readonly [street: string, city: string, state: string, zip: string]>> = {
  hmbcbs: ['120 Example Street', 'Harrisburg', 'PA', '17101'],
  ndbcbs: ['45 Example Avenue', 'Fargo', 'ND', '58102'],
  mincr: ['310 Example Road', 'Duluth', 'MN', '55802'],
  wybcbs: ['8 Example Street', 'Casper', 'WY', '82601'],
  ms: ['77 Example Street', 'Charleston', 'WV', '25301'],
  de: ['19 Example Lane', 'Dover', 'DE', '19901'],
  idh: ['260 Example Street', 'Boise', 'ID', '83702'],
}

const mailPharmacy = 'pharmacy-mail'
export const prescriber = 'prescriber-1'

/** A brand's prescribers and pharmacies. */
export function pharmacyResources(brand: string): object[] {
  const [street, city, state, postalCode] = towns[brand] ?? ['1 Example Street', 'Springfield', 'PA', '19064']
  const meta = { versionId: '1' }
  const place = (id: string, name: string, address: object) => ({
    resourceType: 'Organization',
    id,
    meta,
    name,
    address: [address],
  })
  return [
    place('pharmacy-corner', 'Corner Pharmacy', { line: [street], city, state, postalCode }),
    place(mailPharmacy, 'Union Mail Pharmacy', {
      line: ['500 Example Parkway'],
      city: 'Columbus',
      state: 'OH',
      postalCode: '43004',
    }),
    {
      resourceType: 'Practitioner',
      id: prescriber,
      meta,
      name: [{ family: 'Whitfield', given: ['Nora'], text: 'Nora Whitfield, MD' }],
    },
  ]
}

/** Someone's prescriptions and fills; empty for people who only have claims. */
export function medicineResources(memberNumber: string): object[] {
  return (takenBy[memberNumber] ?? []).flatMap((one, index) => buildPrescription(memberNumber, one, index))
}

/** A drug's name and codes. */
export function buildDrugConcept(drug: Drug): object {
  const coding = [
    { system: rxnorm, code: drug.rxnorm },
    { system: ndcSystem, code: drug.ndc },
  ]
  return { coding, text: drug.name }
}

function buildPrescription(memberNumber: string, one: Taken, index: number): object[] {
  const drug = drugs[one.drug]
  const id = `${memberNumber}-rx-${index + 1}`
  const common = {
    subject: { reference: `Patient/${memberNumber}` },
    medicationCodeableConcept: buildDrugConcept(drug),
    dosageInstruction: [
      {
        ...(one.dose && { text: one.dose }),
        ...(one.asNeeded && { asNeededBoolean: true }),
        timing: one.often ?? onceADay,
        doseAndRate: [{ doseQuantity: { value: one.asNeeded ? 2 : 1, unit: drug.unit } }],
      },
    ],
  }
  const written = dayBefore(one.writtenDaysAgo)
  const meta = (day: string) => ({
    lastUpdated: `${day}T15:00:00Z`,
    ...(one.sensitive && { security: [{ code: 'PSY' }] }),
  })
  const supply = one.days === undefined ? {} : { value: one.days, unit: 'days', code: 'd' }
  return [
    {
      resourceType: 'MedicationRequest',
      id,
      meta: meta(written),
      status: one.status ?? 'active',
      intent: 'order',
      ...common,
      authoredOn: written,
      requester: { reference: `Practitioner/${prescriber}` },
      dispenseRequest: {
        validityPeriod: { start: written, end: dayBefore(one.writtenDaysAgo - 365) },
        numberOfRepeatsAllowed: one.refills ?? 0,
        quantity: { value: one.quantity, unit: drug.unit },
        ...(one.days !== undefined && { expectedSupplyDuration: supply }),
      },
    },
    ...one.filled.map((daysAgo, fill) => ({
      resourceType: 'MedicationDispense',
      id: `${id}-${fill + 1}`,
      meta: meta(dayBefore(daysAgo)),
      status: 'completed',
      ...common,
      performer: [{ actor: { reference: `Organization/${one.byMail ? mailPharmacy : 'pharmacy-corner'}` } }],
      authorizingPrescription: [{ reference: `MedicationRequest/${id}` }],
      quantity: { value: one.quantity, unit: one.asNeeded ? 'inhaler' : drug.unit },
      ...(one.days !== undefined && { daysSupply: supply }),
      whenHandedOver: dayBefore(daysAgo),
    })),
  ]
}
