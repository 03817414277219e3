/** Resources of the US Drug Formulary, made up here, with every element that its profiles must support, and some that nothing else reads. */
const guide = 'http://hl7.org/fhir/us/davinci-drug-formulary'
const planNet = 'http://hl7.org/fhir/us/davinci-pdex-plan-net'
const rxnorm = 'http://www.nlm.nih.gov/research/umls/rxnorm'
const profile = (name: string) => ({
  lastUpdated: '2026-05-04T10:00:00Z',
  profile: [`${guide}/StructureDefinition/usdf-${name}`],
})
const code = (system: string, one: string, display?: string) => ({
  coding: [{ system, code: one, ...(display !== undefined && { display }) }],
})
const usdf = (name: string, one: string) => code(`${guide}/CodeSystem/usdf-${name}CS-TEMPORARY-TRIAL-USE`, one)
const to = (reference: string) => ({ reference })
const extension = (name: string, value: object) => ({
  url: `${guide}/StructureDefinition/usdf-${name}-extension`,
  ...value,
})
export const thisYear = new Date().getUTCFullYear()
export const year = (of: number) => ({ start: `${of}-01-01`, end: `${of}-12-31` })
const drugPolicy = code('http://terminology.hl7.org/CodeSystem/v3-ActCode', 'DRUGPOL')
const drugPlan = code('http://terminology.hl7.org/CodeSystem/insurance-plan-type', 'drug', 'Drug')
const identifier = (value: string) => ({
  ...{ use: 'official', system: 'https://seed.example/plans', value, period: { start: '2020-01-01' } },
  assigner: { reference: 'Organization/seed-payer', display: 'Seed Health' },
})
const dollars = (value: number) => ({ value, unit: '$', system: 'urn:iso:std:iso:4217', code: 'USD' })
const percent = (value: number) => ({ value, unit: '%', system: 'http://unitsofmeasure.org', code: '%' })
const cost = (kind: string, option: string, value: object) => ({
  type: usdf('BenefitCostType', kind),
  applicability: code('http://terminology.hl7.org/CodeSystem/applicability', 'in-network'),
  qualifiers: [usdf('CostShareOption', option)],
  value,
})

export type SeedResource = Readonly<Record<string, unknown>> & { readonly resourceType: string; readonly id: string }

export const seedItem = (id: string, drug: string, more: readonly object[] = []): SeedResource => ({
  ...{ resourceType: 'Basic', id, meta: profile('FormularyItem') },
  extension: [
    extension('FormularyReference', { valueReference: to('InsurancePlan/seed-formulary') }),
    extension('AvailabilityStatus', { valueCode: 'active' }),
    extension('PharmacyBenefitType', { valueCodeableConcept: usdf('PharmacyBenefitType', '1-month-in-retail') }),
    extension('DrugTierID', { valueCodeableConcept: usdf('DrugTier', 'preferred-brand') }),
    ...more,
  ],
  code: code(`${guide}/CodeSystem/usdf-InsuranceItemTypeCS`, 'formulary-item', 'Formulary Item'),
  subject: to(`MedicationKnowledge/${drug}`),
})

export const seedDrug = (id: string, number: string, name: string): SeedResource => ({
  ...{ resourceType: 'MedicationKnowledge', id, meta: profile('FormularyDrug'), status: 'active' },
  code: code(rxnorm, number, name),
})

export const seed: readonly SeedResource[] = [
  {
    ...{ resourceType: 'InsurancePlan', id: 'seed-plan', meta: profile('PayerInsurancePlan'), status: 'active' },
    text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">Seed</div>' },
    ...{ identifier: [identifier('SEED-1')], name: 'Seed Gold Drug Plan', alias: ['Gold', 'Seed Gold'] },
    type: [code(`${planNet}/CodeSystem/InsuranceProductTypeCS`, 'mediadv')],
    ...{ period: year(thisYear), coverageArea: [to('Location/seed-area')] },
    ...{ ownedBy: to('Organization/seed-payer'), network: [{ ...to('Organization/seed-net'), display: 'Seed Net' }] },
    contact: [
      {
        purpose: usdf('PlanContactType', 'FORMULARY'),
        name: { text: 'Seed drug list' },
        telecom: [{ system: 'url', value: 'https://seed.example/list' }],
      },
    ],
    coverage: [
      {
        extension: [extension('FormularyReference', { valueReference: to('InsurancePlan/seed-formulary') })],
        ...{ type: drugPolicy, benefit: [{ type: drugPlan, requirement: 'Seed' }] },
      },
    ],
    plan: [
      {
        ...{ type: drugPlan, coverageArea: [to('Location/seed-area')] },
        specificCost: [
          {
            category: usdf('PharmacyBenefitType', '1-month-in-retail'),
            benefit: [
              {
                type: usdf('DrugTier', 'preferred-brand'),
                cost: [
                  cost('copay', 'after-deductible', dollars(10.5)),
                  cost('coinsurance', 'after-deductible', percent(20)),
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  {
    ...{ resourceType: 'InsurancePlan', id: 'seed-formulary', meta: profile('Formulary'), status: 'active' },
    ...{ identifier: [identifier('SEED-F')], type: [drugPolicy], name: 'Seed Gold List', period: year(thisYear) },
  },
  {
    ...seedItem('seed-item', 'seed-drug', [
      extension('AvailabilityPeriod', { valuePeriod: year(thisYear) }),
      extension('PharmacyBenefitType', { valueCodeableConcept: usdf('PharmacyBenefitType', '3-month-in-mail') }),
      extension('PriorAuthorization', { valueBoolean: true }),
      extension('PriorAuthorizationNewStartsOnly', { valueBoolean: true }),
      extension('StepTherapyLimit', { valueBoolean: true }),
      extension('StepTherapyLimitNewStartsOnly', { valueBoolean: false }),
      extension('QuantityLimit', { valueBoolean: true }),
      extension('QuantityLimitDetail', {
        extension: [
          { url: 'Rolling', valueQuantity: { value: 30, unit: 'tablets' } },
          { url: 'DaysSupply', valueTiming: { repeat: { period: 30, periodUnit: 'd' } } },
        ],
      }),
      extension('AdditionalCoverageInformation', { valueMarkdown: 'Ask your **pharmacist**.' }),
    ]),
    created: '2026-01-01',
  },
  seedItem('seed-other-item', 'seed-other'),
  {
    ...{ resourceType: 'MedicationKnowledge', id: 'seed-drug', meta: profile('FormularyDrug'), status: 'active' },
    code: {
      coding: [
        { system: rxnorm, code: '209459', display: 'acetaminophen 500 MG Oral Tablet [Tylenol]' },
        { system: rxnorm, code: '1187315', display: 'Tylenol Pill' },
      ],
    },
    doseForm: { coding: [{ system: 'http://snomed.info/sct', code: '385055001', display: 'Tablet' }] },
    ...{ amount: { value: 0.5, unit: 'g' }, synonym: ['Panadol'] },
    relatedMedicationKnowledge: [
      { type: { text: 'generic' }, reference: [to('MedicationKnowledge/seed-other')] },
      {
        type: { text: 'of another list' },
        reference: [{ ...to('MedicationKnowledge/not-here'), display: 'Not here' }],
      },
    ],
    associatedMedication: [{ ...to('Medication/seed-medication'), display: 'Tylenol' }],
    packaging: { type: { text: 'Bottle' }, quantity: { value: 100, unit: 'tablets' } },
    medicineClassification: [{ type: { text: 'class' }, classification: [{ text: 'Analgesics' }] }],
  },
  seedDrug('seed-other', '198440', 'acetaminophen 500 MG Oral Tablet'),
  {
    ...{ resourceType: 'Location', id: 'seed-area', meta: profile('InsurancePlanLocation'), status: 'active' },
    extension: [
      {
        url: 'http://hl7.org/fhir/StructureDefinition/location-boundary-geojson',
        valueAttachment: { contentType: 'application/geo+json', data: 'e30=' },
      },
    ],
    ...{ name: 'Western Pennsylvania', partOf: to('Location/seed-state') },
    address: { line: ['1 Seed Street'], city: 'Pittsburgh', state: 'PA', postalCode: '15222', country: 'USA' },
  },
  {
    ...{ resourceType: 'Location', id: 'seed-state', meta: profile('InsurancePlanLocation'), status: 'active' },
    ...{ name: 'Pennsylvania', address: { state: 'PA', country: 'USA' } },
  },
]
