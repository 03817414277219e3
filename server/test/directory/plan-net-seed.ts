/** Resources of Plan-Net, made up here, with every element that its profiles must support: the guide's own examples leave half of them out. */
const guide = 'http://hl7.org/fhir/us/davinci-pdex-plan-net'
const profile = (name: string) => ({
  lastUpdated: '2026-05-04T10:00:00Z',
  profile: [`${guide}/StructureDefinition/plannet-${name}`],
})
const code = (system: string, one: string) => ({ coding: [{ system: `${guide}/CodeSystem/${system}`, code: one }] })
const nucc = (one: string) => ({ coding: [{ system: 'http://nucc.org/provider-taxonomy', code: one }] })
const to = (reference: string) => ({ reference })
const extension = (name: string, value: object) => ({ url: `${guide}/StructureDefinition/${name}`, ...value })
const parts = (name: string, ...all: readonly object[]) => extension(name, { extension: all })
const period = { start: '2020-01-01', end: '2999-12-31' }
const type = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'PRN' }] }
const identifier = (value: string) => ({
  ...{ use: 'official', type, system: 'https://seed.example/ids', value, period },
  assigner: to('Organization/seed-payer'),
})
const address = {
  ...{ use: 'work', type: 'both', text: '1 Seed Street, Pittsburgh PA 15222', line: ['1 Seed Street'] },
  ...{ city: 'Pittsburgh', state: 'PA', postalCode: '15222', country: 'USA' },
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/geolocation',
      extension: [
        { url: 'latitude', valueDecimal: 40.45 },
        { url: 'longitude', valueDecimal: -79.99 },
      ],
    },
  ],
}
const openAt = { daysOfWeek: ['mon', 'tue'], availableStartTime: '08:00:00', availableEndTime: '17:00:00' }
const availableTimes = [
  { ...openAt, allDay: false },
  { daysOfWeek: ['wed'], allDay: true },
]
const telecom = [
  {
    ...{ system: 'phone', value: '412-555-0177', rank: 1, use: 'work' },
    extension: [
      extension('via-intermediary', { valueReference: to('Organization/seed-payer') }),
      parts(
        'contactpoint-availabletime',
        { url: 'daysOfWeek', valueCode: 'mon' },
        { url: 'allDay', valueBoolean: false },
        { url: 'availableStartTime', valueTime: '08:00:00' },
        { url: 'availableEndTime', valueTime: '17:00:00' },
      ),
    ],
  },
]
const contact = [{ name: { text: 'Help desk' }, telecom: [{ system: 'phone', value: '412-555-0178', use: 'work' }] }]
const inNetwork = extension('network-reference', { valueReference: to('Organization/seed-network') })
const newPatients = parts(
  'newpatients',
  { url: 'acceptingPatients', valueCodeableConcept: code('AcceptingPatientsCS', 'newpt') },
  { url: 'fromNetwork', valueReference: to('Organization/seed-network') },
  { url: 'characteristics', valueString: 'Adults' },
)
const notAvailable = [{ description: 'Closed for the holidays', during: { start: '2026-12-24', end: '2026-12-26' } }]
const qualification = (name: string) =>
  parts(
    name,
    { url: 'identifier', valueIdentifier: { system: 'https://seed.example/boards', value: 'B-1' } },
    { url: 'code', valueCodeableConcept: nucc('207R00000X') },
    { url: 'issuer', valueReference: { display: 'American Board of Internal Medicine' } },
    { url: 'status', valueCode: 'active' },
    { url: 'period', valuePeriod: period },
    { url: 'whereValid', valueCodeableConcept: { coding: [{ system: 'https://www.usps.com/', code: 'PA' }] } },
  )

export const seed: readonly (Readonly<Record<string, unknown>> & {
  readonly resourceType: string
  readonly id: string
})[] = [
  {
    ...{ resourceType: 'Organization', id: 'seed-payer', meta: profile('Organization'), active: true },
    extension: [
      qualification('qualification'),
      extension('org-description', { valueString: 'A plan that was made up' }),
      extension('location-reference', { valueReference: to('Location/seed-region') }),
    ],
    identifier: [identifier('ORG-1'), { system: 'http://hl7.org/fhir/sid/us-npi', value: '1548294473' }],
    ...{
      type: [code('OrgTypeCS', 'payer')],
      name: 'Seed Health',
      alias: ['Seed'],
      telecom,
      address: [address],
      contact,
    },
    ...{ partOf: to('Organization/seed-holding'), endpoint: [to('Endpoint/seed-endpoint')] },
  },
  {
    ...{ resourceType: 'Organization', id: 'seed-holding', meta: profile('Organization'), active: true },
    ...{ type: [code('OrgTypeCS', 'bus')], name: 'Seed Holding', address: [address] },
  },
  {
    ...{ resourceType: 'Organization', id: 'seed-network', meta: profile('Network'), active: true },
    extension: [
      extension('org-period', { valuePeriod: period }),
      extension('location-reference', { valueReference: to('Location/seed-region') }),
    ],
    ...{
      identifier: [identifier('NET-1'), { system: 'http://hl7.org/fhir/sid/us-npi', value: '1699254839' }],
      type: [code('OrgTypeCS', 'ntwk')],
      name: 'Seed Choice',
    },
    ...{ telecom: [{ system: 'phone', value: '412-555-0179' }], address: [address], contact },
    ...{ partOf: to('Organization/seed-payer'), endpoint: [to('Endpoint/seed-endpoint')] },
  },
  {
    ...{ resourceType: 'Organization', id: 'seed-clinic', meta: profile('Organization'), active: true },
    ...{ type: [code('OrgTypeCS', 'fac')], name: 'Seed Clinic', address: [address] },
  },
  {
    ...{
      resourceType: 'Location',
      id: 'seed-region',
      meta: profile('Location'),
      status: 'active',
      name: 'Pennsylvania',
    },
    extension: [extension('location-boundary-geojson', { valueAttachment: { contentType: 'application/geo+json' } })],
  },
  {
    ...{
      resourceType: 'Location',
      id: 'seed-campus',
      meta: profile('Location'),
      status: 'active',
      name: 'Seed Campus',
      address,
    },
  },
  {
    ...{ resourceType: 'Location', id: 'seed-place', meta: profile('Location'), status: 'active', name: 'Seed Place' },
    extension: [
      extension('accessibility', { valueCodeableConcept: code('AccessibilityCS', 'handiaccess') }),
      newPatients,
      {
        url: 'http://hl7.org/fhir/StructureDefinition/location-boundary-geojson',
        valueAttachment: { contentType: 'application/geo+json', data: 'e30=' },
      },
    ],
    ...{ identifier: [identifier('LOC-1')], alias: ['The place'], description: 'Third floor', address, telecom },
    type: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode', code: 'OUTPHARM' }] }],
    position: { longitude: -79.99, latitude: 40.45 },
    ...{ managingOrganization: to('Organization/seed-clinic'), partOf: to('Location/seed-campus') },
    hoursOfOperation: [
      { daysOfWeek: ['mon'], allDay: false, openingTime: '08:00:00', closingTime: '17:00:00' },
      { daysOfWeek: ['tue'], allDay: true },
    ],
    ...{ availabilityExceptions: 'Holidays', endpoint: [to('Endpoint/seed-endpoint')] },
  },
  {
    ...{ resourceType: 'Practitioner', id: 'seed-person', meta: profile('Practitioner'), active: true },
    identifier: [
      { ...identifier('PRA-1') },
      { use: 'official', type, system: 'http://hl7.org/fhir/sid/us-npi', value: '1740796093' },
    ],
    name: [
      {
        use: 'official',
        text: 'Dr. Ana Seed',
        family: 'Seed',
        given: ['Ana'],
        prefix: ['Dr.'],
        suffix: ['MD'],
        period,
      },
    ],
    ...{ telecom, address: [address], gender: 'female' },
    qualification: [
      {
        ...{ identifier: [{ system: 'https://seed.example/boards', value: 'B-1' }], period },
        ...{ code: nucc('207R00000X'), issuer: { display: 'American Board of Internal Medicine' } },
        extension: [
          parts(
            'practitioner-qualification',
            { url: 'status', valueCode: 'active' },
            { url: 'whereValid', valueCodeableConcept: { coding: [{ system: 'https://www.usps.com/', code: 'PA' }] } },
          ),
        ],
      },
    ],
    communication: [
      {
        coding: [{ system: 'urn:ietf:bcp:47', code: 'es' }],
        extension: [
          extension('communication-proficiency', { valueCodeableConcept: code('LanguageProficiencyCS', '30') }),
        ],
      },
    ],
  },
  {
    ...{ resourceType: 'PractitionerRole', id: 'seed-role', meta: profile('PractitionerRole'), active: true },
    extension: [newPatients, inNetwork, qualification('qualification')],
    ...{ identifier: [identifier('ROL-1')], period, practitioner: to('Practitioner/seed-person') },
    ...{ organization: to('Organization/seed-clinic'), location: [to('Location/seed-place')] },
    ...{ code: [code('ProviderRoleCS', 'ph')], specialty: [nucc('207R00000X')], telecom },
    ...{ healthcareService: [to('HealthcareService/seed-service')], endpoint: [to('Endpoint/seed-endpoint')] },
    ...{ availableTime: availableTimes, notAvailable, availabilityExceptions: 'Holidays' },
  },
  {
    ...{ resourceType: 'HealthcareService', id: 'seed-service', meta: profile('HealthcareService'), active: true },
    extension: [
      newPatients,
      parts(
        'delivery-method',
        { url: 'type', valueCodeableConcept: code('DeliveryMethodCS', 'virtual') },
        { url: 'virtualModalities', valueCodeableConcept: code('VirtualModalitiesCS', 'phone') },
      ),
    ],
    ...{ identifier: [identifier('SVC-1')], providedBy: to('Organization/seed-clinic') },
    category: [code('HealthcareServiceCategoryCS', 'outpat')],
    type: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/service-type', code: '124' }] }],
    ...{ specialty: [nucc('207R00000X')], location: [to('Location/seed-place')], name: 'Seed Service' },
    ...{ comment: 'By appointment', telecom, coverageArea: [to('Location/seed-region')], appointmentRequired: true },
    ...{ availableTime: availableTimes, notAvailable, availabilityExceptions: 'Holidays' },
    endpoint: [to('Endpoint/seed-endpoint')],
  },
  {
    ...{ resourceType: 'OrganizationAffiliation', id: 'seed-affiliation', meta: profile('OrganizationAffiliation') },
    extension: [qualification('qualification')],
    ...{ identifier: [identifier('AFF-1')], active: true, period, organization: to('Organization/seed-holding') },
    ...{ participatingOrganization: to('Organization/seed-clinic'), network: [to('Organization/seed-network')] },
    ...{ code: [code('OrganizationAffiliationRoleCS', 'hosp')], specialty: [nucc('207R00000X')] },
    ...{ location: [to('Location/seed-place')], healthcareService: [to('HealthcareService/seed-service')] },
    ...{ telecom, endpoint: [to('Endpoint/seed-endpoint')] },
  },
  {
    ...{ resourceType: 'InsurancePlan', id: 'seed-plan', meta: profile('InsurancePlan'), status: 'active' },
    ...{ identifier: [identifier('PLAN-1')], type: [code('InsuranceProductTypeCS', 'qhp')], name: 'Seed Silver' },
    ...{ alias: ['Silver'], period, ownedBy: to('Organization/seed-payer') },
    ...{ administeredBy: to('Organization/seed-payer'), coverageArea: [to('Location/seed-region')] },
    contact: [{ name: { text: 'Sales' }, telecom: [{ system: 'phone', value: '412-555-0180' }] }],
    ...{ endpoint: [to('Endpoint/seed-endpoint')], network: [to('Organization/seed-network')] },
    plan: [
      {
        ...{ identifier: [identifier('PLAN-1-A')], type: code('InsurancePlanTypeCS', 'silver') },
        ...{ coverageArea: [to('Location/seed-region')], network: [to('Organization/seed-network')] },
      },
    ],
  },
  {
    ...{ resourceType: 'Endpoint', id: 'seed-endpoint', meta: profile('Endpoint'), status: 'active' },
    extension: [
      parts(
        'endpoint-usecase',
        { url: 'type', valueCodeableConcept: code('EndpointUsecaseCS', 'TREAT') },
        { url: 'standard', valueUri: 'https://seed.example/standard' },
      ),
    ],
    ...{ identifier: [identifier('END-1')], name: 'Seed API', managingOrganization: to('Organization/seed-payer') },
    connectionType: { system: 'http://terminology.hl7.org/CodeSystem/endpoint-connection-type', code: 'hl7-fhir-rest' },
    contact: [{ system: 'email', value: 'api@seed.example', use: 'work' }],
    ...{ payloadType: [code('EndpointPayloadTypeCS', 'NA')], payloadMimeType: ['application/fhir+json'] },
    address: 'https://seed.example/fhir',
  },
]
