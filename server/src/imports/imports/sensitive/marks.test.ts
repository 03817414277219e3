import { describe, expect, test } from 'vitest'
import { listCodeKeys } from './code-kinds.ts'
import { sensitiveLabels } from './labels.ts'
import { findMarks, isAmong } from './marks.ts'
import { publishedCodes } from './published.ts'

const actCode = 'http://terminology.hl7.org/CodeSystem/v3-ActCode'
const confidentiality = 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality'
const actReason = 'http://terminology.hl7.org/CodeSystem/v3-ActReason'
const observation = 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue'
const inline = 'http://hl7.org/fhir/uv/security-label-ds4p/StructureDefinition/extension-inline-sec-label'

const claim = (more: object) => ({
  resourceType: 'ExplanationOfBenefit',
  id: 'x',
  type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/claim-type', code: 'professional' }] },
  billablePeriod: { start: '2026-03-05', end: '2026-03-05' },
  ...more,
})
const readLabeled = (...security: object[]) => findMarks(claim({ meta: { security } })).labeled

/** The code families as HL7 publishes them (v3-ActCode 9.0.0, with codes of earlier versions). */
const published =
  `42CFRPart2 CommonRule HIPAAAuth HIPAAConsent HIPAANOPP HIPAAPsyNotes HIPAAROA HIPAASelfPay Title38Section7332 Title38Part1
  ETH GDIS HIV MST PREGNANT SCA SDV SEX SPI BH COGN DVD EMOTDIS MH PSY PSYTHPN SUD ETHUD OPIOIDUD STD TBOO VIO IDS SICKLE
  DEMO DOB GENDER LIVARG MARST PATLOC RACE REL B EMPL LOCIS SSP ADOL CEL VIP DIA DRGIS EMP PDS PHY PRS
  _ActUSPrivacyLaw _ActInformationSensitivityPolicy _InformationSensitivityPolicy`.split(/\s+/)

describe('MP-14 labels of sensitive care', () => {
  test.each(published)('MP-14 IM-1 %s of HL7’s families is sensitive', (code) => {
    expect(readLabeled({ system: actCode, code })).toBe(true)
    expect(readLabeled({ code: code.toLowerCase() })).toBe(true)
    expect(readLabeled({ system: 'urn:oid:2.16.840.1.113883.5.4', code: ` ${code} ` })).toBe(true)
    expect(sensitiveLabels.has(code.toUpperCase())).toBe(true)
  })

  test('MP-14 IM-1 restricted and very restricted are sensitive, the levels below are not', () => {
    for (const code of ['R', 'V', 'r'])
      expect([code, readLabeled({ system: confidentiality, code })]).toEqual([code, true])
    for (const code of ['N', 'L', 'M', 'U', 'n'])
      for (const system of [confidentiality, 'http://hl7.org/fhir/v3/Confidentiality', undefined])
        expect([code, readLabeled({ ...(system && { system }), code })]).toEqual([code, false])
  })

  test('MP-14 IM-1 an unknown label is sensitive', () => {
    expect(readLabeled({ system: actCode, code: 'NEWCODE' })).toBe(true)
    expect(readLabeled({ system: confidentiality, code: 'X' })).toBe(true)
    expect(readLabeled({ system: 'https://bluebutton.cms.gov/fhir/CodeSystem/security', code: 'anything' })).toBe(true)
    expect(readLabeled({ code: 'anything' })).toBe(true)
    expect(readLabeled({ system: actCode, display: 'no code' })).toBe(true)
    expect(readLabeled({ system: 'https://payer.example/levels', code: 'N' })).toBe(true)
  })

  test('MP-14 IM-1 obligations, purposes and data quality hide nothing', () => {
    for (const [system, code] of [
      [actCode, 'DELAU'],
      [actCode, 'ENCRYPT'],
      [actCode, 'NOREUSE'],
      [actReason, 'HPAYMT'],
      [actReason, 'HTEST'],
      [actReason, 'TREAT'],
      [observation, 'SUBSETTED'],
      [observation, 'PAYAST'],
    ])
      expect([code, readLabeled({ system, code })]).toEqual([code, false])
    expect(readLabeled({ system: confidentiality, code: 'N' }, { system: actReason, code: 'HTEST' })).toBe(false)
    expect(readLabeled()).toBe(false)
    expect(findMarks(claim({})).labeled).toBe(false)
  })

  test('MP-14 IM-1 an order not to disclose is no such obligation', () => {
    for (const code of ['NODSCLCD', 'NORDSCLCD', 'NOAUTH', 'NOPAT'])
      expect([code, readLabeled({ system: actCode, code })]).toEqual([code, true])
  })

  const eth = { system: actCode, code: 'ETH' }
  const label = { url: inline, valueCoding: eth }
  test.each<[string, object]>([
    ['a line', { item: [{ sequence: 1, extension: [label] }] }],
    ['a detail of a line', { item: [{ sequence: 1, detail: [{ sequence: 1, subDetail: [{ extension: [label] }] }] }] }],
    ['a diagnosis', { diagnosis: [{ sequence: 1, extension: [label] }] }],
    ['a code', { item: [{ productOrService: { coding: [{ code: 'X', extension: [label] }] } }] }],
    ['a primitive value', { _created: { extension: [label] } }],
    ['a contained resource', { contained: [{ resourceType: 'Condition', id: 'c', meta: { security: [eth] } }] }],
    ['meta of a part', { item: [{ sequence: 1, meta: { security: [eth] } }] }],
    ['an extension with a concept', { extension: [{ url: inline, valueCodeableConcept: { coding: [eth] } }] }],
    ['an extension with a code', { extension: [{ url: inline, valueCode: 'ETH' }] }],
    ['an extension with a text', { extension: [{ url: inline, valueString: 'R' }] }],
    ['an extension that only says so', { extension: [{ url: 'https://payer.example/sensitive', valueBoolean: true }] }],
    [
      'an extension that is confidential',
      { extension: [{ url: 'https://payer.example/confidential', valueBoolean: true }] },
    ],
    ['a resource, as a code alone', { meta: { security: ['R'] } }],
    ['a resource, without a list', { meta: { security: eth } }],
    ['a resource, as a code without a list', { meta: { security: 'R' } }],
    ['an extension of another address', { extension: [{ url: 'https://payer.example/x', valueCoding: eth }] }],
  ])('MP-14 IM-1 a label on %s counts', (_, more) => {
    expect(findMarks(claim(more)).labeled).toBe(true)
  })

  test('MP-14 IM-1 an open label that is a code alone hides nothing', () => {
    for (const security of [['N'], 'N', ['HPAYMT']])
      expect(findMarks(claim({ meta: { security } })).labeled).toBe(false)
    expect(
      findMarks(claim({ extension: [{ url: 'https://payer.example/sensitive', valueBoolean: false }] })).labeled,
    ).toBe(false)
  })

  test('MP-14 IM-1 a label that restricts nobody does not on a part either', () => {
    const open = { url: inline, valueCoding: { system: observation, code: 'AIAST' } }
    expect(findMarks(claim({ item: [{ sequence: 1, extension: [open] }] })).labeled).toBe(false)
  })

  test('MP-14 IM-8 a deeply nested resource is searched', () => {
    let deep: object = { meta: { security: [eth] } }
    for (let level = 0; level < 50_000; level += 1) deep = { extension: [deep] }
    expect(findMarks(deep).labeled).toBe(true)
  })
})

const icd10 = 'http://hl7.org/fhir/sid/icd-10-cm'
const isListed = (more: object) => {
  const marks = findMarks(claim(more))
  return isAmong(
    marks,
    marks.codes.flatMap((key) => publishedCodes.get(key) ?? []),
  )
}
const diagnosis = (code: string, system?: string) => ({
  diagnosis: [{ sequence: 1, diagnosisCodeableConcept: { coding: [{ ...(system && { system }), code }] } }],
})
const line = (code: string, system?: string) => ({
  item: [{ sequence: 1, productOrService: { coding: [{ ...(system && { system }), code }] } }],
})

describe('MP-14 codes of sensitive care', () => {
  test('MP-14 the published lists are read whole, ranges to their ends', () => {
    expect([...publishedCodes.values()].flat().length).toBeGreaterThan(1500)
    const keys = ['icd-10 F01', 'icd-10 F99', 'icd-9 090', 'ms-drg 876', 'revenue 0900', 'revenue 0919', 'revenue 1006']
    expect(keys.filter((key) => !publishedCodes.has(key))).toEqual([])
  })

  test.each<[string, object]>([
    ['a diagnosis', diagnosis('F10.20', icd10)],
    ['a diagnosis without its dot, in small letters', diagnosis('f1020', icd10)],
    ['a diagnosis whose system is named otherwise', diagnosis('F10.20', 'http://hl7.org/fhir/sid/icd-10')],
    ['a diagnosis by object identifier', diagnosis('F10.20', 'urn:oid:2.16.840.1.113883.6.90')],
    ['a diagnosis without a system', diagnosis('F10.20')],
    ['an old diagnosis without a system', diagnosis('303.90')],
    [
      'a procedure',
      {
        procedure: [
          {
            procedureCodeableConcept: {
              coding: [{ system: 'http://www.cms.gov/Medicare/Coding/ICD10', code: 'HZ2ZZZZ' }],
            },
          },
        ],
      },
    ],
    [
      'an old procedure',
      {
        procedure: [
          { procedureCodeableConcept: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-9-cm', code: '94.61' }] } },
        ],
      },
    ],
    ['a service', line('H0015', 'https://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets')],
    ['a service of Blue Button', line('H0015', 'https://bluebutton.cms.gov/resources/codesystem/hcpcs')],
    ['a service of a system that nobody knows', line('h0015', 'https://payer.example/services')],
    ['a service with a modifier', line('H0015-HF')],
    ['a service with its modifiers written onto it', line('H0015HF')],
    ['a service with two modifiers of a known system', line('H0015HFU1', 'http://www.ama-assn.org/go/cpt')],
    ['a service as X12 writes it', line('HC:H0015:HF')],
    ['a diagnosis as X12 writes it', diagnosis('ABK:F1020', icd10)],
    ['a diagnosis, first of several in one place', diagnosis('F10.20; E11.9', icd10)],
    ['a diagnosis, last of several in one place', diagnosis('E11.9, F10.20')],
    [
      'a diagnosis in words alone',
      { diagnosis: [{ diagnosisCodeableConcept: { text: 'F10.20 Alcohol dependence' } }] },
    ],
    [
      'a group with its name',
      { supportingInfo: [{ category: { coding: [{ code: 'drg' }] }, code: { coding: [{ code: 'MS-DRG 897' }] } }] },
    ],
    [
      'a group with a zero before it',
      { supportingInfo: [{ category: { coding: [{ code: 'drg' }] }, code: { coding: [{ code: '0897' }] } }] },
    ],
    ['a service in a detail', { item: [{ sequence: 1, detail: [{ sequence: 1, ...line('H0015').item[0] }] }] }],
    [
      'a diagnosis-related group',
      { supportingInfo: [{ category: { coding: [{ code: 'drg' }] }, code: { coding: [{ code: '897' }] } }] },
    ],
    [
      'a diagnosis-related group with a zero before it',
      { supportingInfo: [{ category: { coding: [{ code: 'drg' }] }, code: { coding: [{ code: '0897' }] } }] },
    ],
    [
      'a diagnosis-related group of Blue Button',
      {
        extension: [
          {
            url: 'https://bluebutton.cms.gov/resources/variables/clm_drg_cd',
            valueCoding: { system: 'https://bluebutton.cms.gov/resources/variables/clm_drg_cd', code: '897' },
          },
        ],
      },
    ],
    ['a package code', { diagnosis: [{ sequence: 1, packageCode: { coding: [{ code: '895' }] } }] }],
    [
      'a contained condition',
      { contained: [{ resourceType: 'Condition', id: 'c', code: { coding: [{ code: 'F11.20' }] } }] },
    ],
  ])('MP-14 %s of the list marks the claim', (_, more) => {
    expect(isListed(more)).toBe(true)
  })

  const revenue = (code: string, system = 'https://www.nubc.org/CodeSystem/RevenueCodes') => ({
    item: [{ sequence: 1, revenue: { coding: [{ system, code }] } }],
  })
  const group = (code: string) => ({
    supportingInfo: [{ category: { coding: [{ code: 'drg' }] }, code: { coding: [{ code }] } }],
  })
  const procedure = (code: string, system = 'http://www.cms.gov/Medicare/Coding/ICD10') => ({
    procedure: [{ procedureCodeableConcept: { coding: [{ system, code }] } }],
  })
  const place = (code: string, system?: string) => ({
    item: [{ locationCodeableConcept: { coding: [{ ...(system && { system }), code }] } }],
  })
  const doctor = (code: string, system = 'http://nucc.org/provider-taxonomy') => ({
    careTeam: [{ sequence: 1, qualification: { coding: [{ system, code }] } }],
  })
  const snomed = 'http://snomed.info/sct'

  // What the law and the code sets themselves call mental health, substance use, HIV, sexual and reproductive health (NOTICE).
  test.each<[string, object]>([
    ...['0116', '0126', '0136', '0146', '0156', '116', '0900', '0919', '0944', '0945', '1000', '1006'].map(
      (code): [string, object] => [`revenue code ${code}`, revenue(code)],
    ),
    ...['0114', '0124', '0134', '0144', '0154', '0204'].map((code): [string, object] => [
      `revenue code ${code} without its system`,
      revenue(code, ''),
    ]),
    ['a revenue code of Blue Button', revenue('0911', 'https://bluebutton.cms.gov/resources/variables/rev_cntr')],
    ...[
      '753',
      '7532',
      '753-2',
      'APR-DRG 753',
      '544',
      '893',
      '876',
      '880',
      '887',
      '894',
      '0885',
      'MS-DRG 886',
      '767',
      '770',
      '779',
      '974',
    ].map((code): [string, object] => [`group ${code}`, group(code)]),
    [
      'a group of another grouper',
      { supportingInfo: [{ code: { coding: [{ system: 'http://example.org/APR-DRG', code: '753-2' }] } }] },
    ],
    ...['GZ58ZZZ', 'HZ30ZZZ', '10A07ZZ', '0UL74ZZ'].map((code): [string, object] => [
      `procedure ${code}`,
      procedure(code),
    ]),
    ...['51', '52', '53', '55', '56', '57', '58'].map((code): [string, object] => [`place ${code}`, place(code)]),
    [
      'a place by its system',
      place('53', 'https://www.cms.gov/Medicare/Coding/place-of-service-codes/Place_of_Service_Code_Set'),
    ],
    ...['103TC0700X', '101YM0800X', '1041C0700X', '2084P0804X', '2084P0800X', '261QM2800X', '363LP0808X'].map(
      (code): [string, object] => [`taxonomy ${code}`, doctor(code)],
    ),
    ['a specialty of Medicare', doctor('26', 'https://bluebutton.cms.gov/resources/variables/prvdr_spclty')],
    [
      'a contained doctor',
      {
        contained: [
          { resourceType: 'Practitioner', id: 'p', qualification: [{ code: { coding: [{ code: '103T00000X' }] } }] },
        ],
      },
    ],
    ...['F32.1', 'F84.0', 'R45.851', 'B20', 'Z21', 'O04.5', 'Z33.2', 'A54.00', 'T74.22XA', 'Z30.011'].map(
      (code): [string, object] => [`diagnosis ${code}`, diagnosis(code, icd10)],
    ),
    ['harm to oneself', diagnosis('T39.1X2A', icd10)],
    ['an accident with a stimulant', diagnosis('T43.651A', icd10)],
    ['a newborn’s withdrawal', diagnosis('P96.1', icd10)],
    ['drugs in the blood', diagnosis('R78.1', icd10)],
    ['a device against pregnancy that has moved', diagnosis('T83.32XA', icd10)],
    ['sterilization undone', diagnosis('Z31.0', icd10)],
    ['forced labor', diagnosis('Z04.82', icd10)],
    ['a doctor’s fee of addiction', revenue('0953')],
    ['a test of pregnancy in a hospital', revenue('0925')],
    ['a home for people of mental illness', doctor('310500000X')],
    ...['296.20', '042', '309.81'].map((code): [string, object] => [
      `old diagnosis ${code}`,
      diagnosis(code, 'http://hl7.org/fhir/sid/icd-9-cm'),
    ]),
    ['a diagnosis of ICD-10 that is said to be of ICD-9', diagnosis('F11.20', 'http://hl7.org/fhir/sid/icd-9-cm')],
    ['a diagnosis of ICD-9 that is said to be of ICD-10', diagnosis('304.00', icd10)],
    ['a service of mental health', line('H2017', 'https://bluebutton.cms.gov/resources/codesystem/hcpcs')],
    [
      'a modifier of a program',
      {
        item: [
          {
            productOrService: { coding: [{ code: '99213' }] },
            modifier: [{ coding: [{ system: 'https://bluebutton.cms.gov/resources/codesystem/hcpcs', code: 'HE' }] }],
          },
        ],
      },
    ],
    ['a modifier written onto its service', line('99213:HF', 'http://www.ama-assn.org/go/cpt')],
    ['SNOMED CT by its code', diagnosis('370143000', snomed)],
    [
      'SNOMED CT by its words',
      {
        item: [
          {
            productOrService: { coding: [{ system: snomed, code: '1', display: 'Assessment of anxiety (procedure)' }] },
          },
        ],
      },
    ],
    [
      'SNOMED CT by the text beside it',
      { diagnosis: [{ diagnosisCodeableConcept: { coding: [{ system: snomed, code: '1' }], text: 'Opioid abuse' } }] },
    ],
    [
      'a diagnosis in words without any code',
      { diagnosis: [{ diagnosisCodeableConcept: { text: 'Bipolar disorder' } }] },
    ],
    ['a diagnosis named beside its reference', { diagnosis: [{ diagnosisReference: { display: 'Alcoholism' } }] }],
  ])('MP-14 %s marks the claim', (_, more) => {
    expect(isListed(more)).toBe(true)
  })

  test.each<[string, object]>([
    ['revenue code 0120', revenue('0120')],
    ['revenue code 0450', revenue('0450')],
    ['revenue code 0001', revenue('0001')],
    ['group 871', group('871')],
    ['physical therapy, which begins like a diagnosis', procedure('F07Z9ZZ')],
    ['imaging of the heart, which begins like one', procedure('B20BZZZ')],
    ['an accident with a drug', diagnosis('T39.1X1A', icd10)],
    ['an office', place('11')],
    ['a family doctor', doctor('207Q00000X')],
    ['a neurologist', doctor('2084N0400X')],
    ['a heart doctor of Medicare', doctor('06', 'https://bluebutton.cms.gov/resources/variables/prvdr_spclty')],
    ['SNOMED CT of other care', diagnosis('444814009', snomed)],
    ['another modifier', line('99213:25', 'http://www.ama-assn.org/go/cpt')],
    ['a letter pair in words', { procedure: [{ procedureCodeableConcept: { text: 'HF follow-up' } }] }],
    ['a diagnosis in words', { diagnosis: [{ diagnosisCodeableConcept: { text: 'Environmental allergy' } }] }],
    [
      'a year’s balance of mental health',
      { benefitBalance: [{ category: { text: 'Mental health' }, name: 'Mental health office visits' }] },
    ],
  ])('MP-14 %s marks no claim', (_, more) => {
    expect(isListed(more)).toBe(false)
  })

  test.each<[string, object]>([
    ['another diagnosis', diagnosis('E11.9', icd10)],
    ['the same number of another system', line('0897', 'https://www.nubc.org/CodeSystem/RevenueCodes')],
    ['a number without a system elsewhere', line('291')],
    ['another diagnosis of ICD-10 that is said to be of ICD-9', diagnosis('J06.9', 'http://hl7.org/fhir/sid/icd-9-cm')],
    ['a burn, which has the number of a procedure', diagnosis('946', 'http://hl7.org/fhir/sid/icd-9-cm')],
    [
      'a group of another grouper',
      {
        supportingInfo: [
          {
            category: { coding: [{ code: 'info' }] },
            code: { coding: [{ system: 'http://example.org/APR-DRG', code: '897' }] },
          },
        ],
      },
    ],
  ])('MP-14 %s does not', (_, more) => {
    expect(isListed(more)).toBe(false)
  })

  test('MP-14 a code counts on the days of care in its list', () => {
    const at = (day: string | undefined) =>
      isListed({ ...line('H0047'), ...line('G0532'), billablePeriod: day === undefined ? undefined : { start: day } })
    expect(at('2024-12-31')).toBe(false)
    expect(at('2025-01-01')).toBe(true)
    expect(at('2026-03-05')).toBe(true)
    // The day of care is unknown.
    expect(at(undefined)).toBe(true)
  })
})

describe('MP-14 notations of codes', () => {
  const drug = (code: string, system?: string) =>
    findMarks({
      resourceType: 'MedicationRequest',
      medicationCodeableConcept: { coding: [{ ...(system && { system }), code }] },
    })
  const [listed] = listCodeKeys('ndc', '0071-0155-23')

  test.each(['00071-0155-23', '0071-0155-23', '00071015523', '0071015523', '71015523', ' 00071 0155 23 '])(
    'MP-14 an NDC is recognized in its form %s',
    (code) => {
      expect(drug(code, 'http://hl7.org/fhir/sid/ndc').codes).toContain(listed)
    },
  )

  test.each(['00071-0155-23', '0071-0155-23', '00071015523', '0071015523'])(
    'MP-14 an NDC is recognized in its form %s without a system',
    (code) => {
      expect(drug(code).codes).toContain(listed)
    },
  )

  test.each([
    ['303.90 Alcohol dependence', 'icd-9 30390'],
    ['Alcohol dependence (ICD-9: 303.90)', 'icd-9 30390'],
    ['Opioid dependence (F11.20)', 'icd-10 F1120'],
    ['304 Drug dependence', 'icd-9 304'],
    ['Drug dependence (304)', 'icd-9 304'],
    ['Dx 304', 'icd-9 304'],
    ['304, 305', 'icd-9 305'],
    ['303/304', 'icd-9 304'],
    ['30390', 'icd-9 30390'],
  ])('MP-14 a code in the words %s is found', (text, key) => {
    expect(findMarks(claim({ diagnosis: [{ diagnosisCodeableConcept: { text } }] })).codes).toContain(key)
  })

  test.each([
    'Body mass index 30.4',
    'BMI 30.4, adult',
    'Weight 305 lb',
    'Glucose 291 mg/dL',
    'Blood pressure 305/94',
    'BMI 30.3-30.5',
  ])('MP-14 an amount in the words %s is not a code', (text) => {
    const { codes } = findMarks(claim({ diagnosis: [{ diagnosisCodeableConcept: { text } }] }))
    expect(codes.filter((key) => publishedCodes.has(key))).toEqual([])
  })

  test('MP-14 ten digits without hyphens count as each drug that they may mean', () => {
    expect(listCodeKeys('ndc', '1234567890')).toEqual(['ndc 01234567890', 'ndc 12345067890', 'ndc 12345678900'])
  })

  test.each(['12345678', '012345678', '0012345678'])(
    'MP-14 %s, whose zeros a spreadsheet may have removed, counts as each drug that it may mean, with ten digits and with eleven',
    (code) => {
      expect(listCodeKeys('ndc', code)).toEqual(['ndc 00012345678', 'ndc 00123045678', 'ndc 00123456708'])
    },
  )

  test('MP-14 an ICD category in a plan’s list means all codes below it', () => {
    for (const key of ['icd-10 F11', 'icd-10 F1120'])
      expect(findMarks(claim(diagnosis('F11.20', icd10))).codes).toContain(key)
    expect(findMarks(claim(line('99213', 'https://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets'))).codes).toEqual([
      'hcpcs 99213',
    ])
  })

  test('MP-14 a month or a year may be any day in it', () => {
    expect(findMarks(claim({ billablePeriod: { start: '2024-12', end: '2025' } }))).toMatchObject({
      from: '2024-12-01',
      to: '2025-12-31',
    })
  })
})

test('MP-14 the days of care include those of lines that the payer has added', () => {
  const claim = { item: [{ servicedDate: '2026-01-05' }], addItem: [{ servicedDate: '2026-03-09' }] }
  expect(findMarks(claim)).toMatchObject({ from: '2026-01-05', to: '2026-03-09' })
})

const rxnorm = 'http://www.nlm.nih.gov/research/umls/rxnorm'
const ndcSystem = 'http://hl7.org/fhir/sid/ndc'
const loinc = 'http://loinc.org'

/** Whether the lists match a resource by its own content. */
const isOwn = (resource: object) => {
  const marks = findMarks(resource)
  return isAmong(
    marks,
    marks.codes.flatMap((key) => publishedCodes.get(key) ?? []),
  )
}
const prescribe = (concept: object) => ({ resourceType: 'MedicationRequest', medicationCodeableConcept: concept })
const toConcept = (system: string, code: string) => ({ coding: [{ system, code }] })

describe('MP-14 drugs of sensitive care', () => {
  test.each([
    ['buprenorphine and naloxone by RxNorm', toConcept(rxnorm, '351266')],
    ['buprenorphine as an ingredient', toConcept(rxnorm, '1819')],
    ['methadone', toConcept(rxnorm, '864718')],
    ['naltrexone', toConcept(rxnorm, '637216')],
    ['disulfiram', toConcept(rxnorm, '197623')],
    ['a contraceptive implant', toConcept(rxnorm, '389221')],
    ['a drug of HIV', toConcept('urn:oid:2.16.840.1.113883.6.88', '476556')],
    ['mifepristone', toConcept(rxnorm, '1245262')],
    ['sertraline', toConcept(rxnorm, '312938')],
    ['a package by NDC', toConcept(ndcSystem, '00054-0188-13')],
    ['the same without hyphens', toConcept(ndcSystem, '00054018813')],
    ['the same of ten digits', toConcept(ndcSystem, '0054-0188-13')],
    ['the same of ten digits without hyphens', toConcept(ndcSystem, '0054018813')],
    ['a package that no list has, of the same product', toConcept(ndcSystem, '00054018899')],
    ['a product without its package', toConcept(ndcSystem, '0054-0188')],
    ['an NDC with its qualifier', toConcept(ndcSystem, 'N400054018813')],
    ['an NDC without its system', { coding: [{ code: '00054018813' }] }],
    ['words alone', { text: 'Suboxone 8 mg-2 mg sublingual film' }],
    ['words in capitals', { text: 'BUPRENORPHINE-NALOXONE 8-2 MG SL' }],
    ['a brand', { text: 'Tri-Lo-Marzia 28 day' }],
    ['a brand of one form', { text: 'Tyblume 0.1-0.02 mg chewable' }],
    ['a brand that is no more', { text: 'Subutex 8 mg SL' }],
    ['clonidine against ADHD', { text: '12 HR clonidine hydrochloride 0.1 MG Extended Release Oral Tablet' }],
    ['the display of a code that no list has', { coding: [{ system: rxnorm, code: '99999999', display: 'Biktarvy' }] }],
    ['emergency contraception', { text: 'Plan B One-Step 1.5 mg tablet' }],
    ['the injection every three months', { text: 'medroxyPROGESTERone acetate 150 MG/ML injection' }],
  ])('MP-14 %s is sensitive', (_, concept) => {
    expect(isOwn(prescribe(concept))).toBe(true)
    expect(isOwn(claim({ item: [{ sequence: 1, productOrService: concept }] }))).toBe(true)
    expect(isOwn(claim({ item: [{ sequence: 1, detail: [{ sequence: 1, productOrService: concept }] }] }))).toBe(true)
    const contained = [{ resourceType: 'Medication', id: 'm', code: concept }]
    expect(isOwn({ resourceType: 'MedicationDispense', contained, medicationReference: { reference: '#m' } })).toBe(
      true,
    )
  })

  test.each([
    ['metformin', toConcept(rxnorm, '861007')],
    ['a drug with naltrexone in its name', { text: 'Methylnaltrexone bromide 150 MG (Relistor)' }],
    ['ritonavir for COVID-19', { text: 'Paxlovid (nirmatrelvir / ritonavir) pack' }],
    ['misoprostol for joints', { text: 'diclofenac sodium 75 MG / misoprostol 0.2 MG' }],
    ['the rescue of a seizure', { text: 'diazepam 5 MG/ML Rectal Gel [Diastat]' }],
    ['a hormone after menopause', { text: 'Estradiol 1 mg / norethindrone 0.5 mg' }],
    ['tablets of the same hormone', { text: 'medroxyprogesterone acetate 10 mg tablet' }],
    ['another product', toConcept(ndcSystem, '50580-449-05')],
    ['hydroxyzine, mostly against itching', { text: 'Hydroxyzine HCl 25 mg' }],
    ['clonidine against high blood pressure', { text: 'Clonidine HCl 0.1 mg tablet' }],
  ])('MP-14 %s is not', (_, concept) => {
    expect(isOwn(prescribe(concept))).toBe(false)
  })

  test.each(
    // Of each kind, also codes outside of ranges, such as laboratories' own.
    '90837 99408 87389 58300 59840 81025 80307 57170 97153 0373T 86780 80348 80371 80377 0353U 0007U 0411U 0219U J1944 J0013 J7299 S0136 G0551 G0146'.split(
      ' ',
    ),
  )('MP-14 the service %s is sensitive, with its system or without', (code) => {
    expect(isOwn(claim(line(code, 'http://www.ama-assn.org/go/cpt')))).toBe(true)
    expect(isOwn(claim(line(code)))).toBe(true)
  })

  test.each(['99213', '80053', '93000', '70551', '59400', '76805', '90686'])('MP-14 the service %s is not', (code) => {
    expect(isOwn(claim(line(code, 'http://www.ama-assn.org/go/cpt')))).toBe(false)
  })

  const observe = (code: string, display?: string) => ({
    resourceType: 'Observation',
    code: { coding: [{ system: loinc, code, ...(display !== undefined && { display }) }] },
  })
  test.each([
    ['75622-1'],
    ['44261-6'],
    ['1-8', 'HIV 1 RNA [#/volume] (viral load) in Serum or Plasma by NAA'],
    ['1-8', 'Patient Health Questionnaire 9 item (PHQ-9) total score [Reported]'],
  ])('MP-14 the observation %s %s is sensitive', (code, display?) => {
    expect(isOwn(observe(code, display))).toBe(true)
  })

  test('MP-14 the observations of a blood count and of blood pressure are not', () => {
    expect(isOwn(observe('718-7', 'Hemoglobin [Mass/volume] in Blood'))).toBe(false)
    expect(isOwn(observe('85354-9', 'Blood pressure panel with all children optional'))).toBe(false)
  })
})

describe('MP-14 words that only resemble sensitive care', () => {
  test.each([
    'Nonalcoholic steatohepatitis',
    'Non-alcoholic fatty liver disease',
    'Alcohol-based hand rub',
    'Alcohol or peroxide, per pint',
    'Isopropyl alcohol 70 %',
    'Photophobia',
    'Bipolar hemiarthroplasty of hip',
    'Bipolar cautery forceps',
    'ST segment depression',
    'Respiratory depression',
    'Mental nerve block',
    'Pro-opiomelanocortin deficiency',
    'Abuse-deterrent oxycodone 15 MG tablet',
    'Altered mental status, unspecified',
    'Altered mental status (finding)',
    'Acute change in mental status',
    'Mental status changes',
    'Chlamydia pneumoniae IgG antibody',
    'Chlamydial pneumonia (disorder)',
    'Pneumonia due to Chlamydophila',
    'Chlamydia psittaci infection',
    'Nonvenereal syphilis',
    'Supervision of pregnancy with history of ectopic pregnancy',
    'Atherosclerotic disorder',
    'Conduction disorder of the heart',
    'Inhalant allergen panel',
    'Hearing aids, both ears',
    'Behavioral counseling for obesity, 15 minutes',
    'Intensive behavioral therapy for cardiovascular disease',
    'Rabies pre-exposure prophylaxis',
    'Std wheelchair',
    'Wheelchair, std hemi',
    'Physical therapy, group',
    'Genetic counseling',
    'Respiratory depressant',
    'Pulmonary rehabilitation',
  ])('MP-14 OS-1 %s marks nothing', (text) => {
    expect(isOwn(claim({ diagnosis: [{ diagnosisCodeableConcept: { text } }] }))).toBe(false)
    expect(
      isOwn({ resourceType: 'Observation', code: { coding: [{ system: 'http://snomed.info/sct', display: text }] } }),
    ).toBe(false)
  })

  test.each([
    'Alcoholic fatty liver',
    'Alcohol use',
    'Drug abuse',
    'Depression',
    'Bipolar disorder',
    'Agoraphobia',
    'Opioid use',
    'Mental disorder',
    'Mental status examination',
    'Altered mental status due to alcohol',
    'Acute mental health crisis',
    'Pneumonia due to Chlamydia trachomatis',
    'Chlamydial infection of genitourinary tract',
    'Attention-deficit hyperactivity disorder, combined type',
    'Manic episode, unspecified',
    'Adjustment disorder with mixed features',
    'Borderline personality disorder',
    'Unspecified mood [affective] disorder',
    'Somatoform disorder',
    'Delirium due to known physiological condition',
    'Hallucinogen dependence',
    'Sedative, hypnotic or anxiolytic dependence with withdrawal',
    'Tobacco use disorder',
    'Gonococcal infection of eye',
    'Trichomonal vaginitis',
    'Genital herpes simplex',
    'Termination of pregnancy',
    'Tubal pregnancy',
    'Child maltreatment, suspected',
    'Mild intellectual disability',
  ])('MP-14 OS-1 %s is sensitive all the same', (text) => {
    expect(isOwn(claim({ diagnosis: [{ diagnosisCodeableConcept: { text } }] }))).toBe(true)
  })

  test.each([
    'Replacement battery, lithium, for use with home blood glucose monitor',
    'Lithium ion battery for use with cochlear implant device speech processor',
    'Power wheelchair accessory, lithium-based battery, each',
    'Battery, other than lithium-ion, for use with ventricular assist device',
    'Ultrasound of an intrauterine pregnancy',
    'ELAGOLIX SODIUM,ESTRADIOL,NORETHINDRONE ACETATE',
  ])('MP-14 OS-1 a service named %s is not a drug of sensitive care', (text) => {
    expect(isOwn(claim({ item: [{ sequence: 1, productOrService: { coding: [{ display: text }] } }] }))).toBe(false)
  })

  test.each(['Lithium carbonate 300 MG', 'Ethinyl estradiol', 'Ethinylestradiol', 'Intrauterine copper contraceptive'])(
    'MP-14 OS-1 %s is one',
    (text) => {
      expect(isOwn(claim({ item: [{ sequence: 1, productOrService: { coding: [{ display: text }] } }] }))).toBe(true)
    },
  )
})

describe('MP-14 classes of drugs and kinds of care, as payers write them without a code', () => {
  test.each([
    'Antidepressants',
    'SSRIs',
    'Antimanic agents',
    'Mood stabilizers',
    'Benzodiazepines',
    'Antiretrovirals',
    'HIV/AIDS services',
    'AIDS clinic',
    'Abortifacients',
    'Smoking cessation agents',
    'Chemical dependency',
    'Detox, inpatient',
    'Medication-assisted treatment',
    'Needle exchange',
    'STD testing',
    'STI screening',
    'Pre-exposure prophylaxis visit',
    'Hormone therapy, transgender',
    'Tubal ligation',
    'Electroconvulsive therapy',
    'Applied behavior analysis',
    'Behavioral therapy',
    'Clinical social worker',
    'Family counseling',
    'Marriage and family therapist',
    'Crisis intervention',
    'Partial hospitalization program',
    'Intensive outpatient program',
    'Residential treatment',
  ])('MP-14 IM-1 %s is sensitive', (text) => {
    expect(isOwn(claim({ item: [{ sequence: 1, productOrService: { text } }] }))).toBe(true)
    expect(isOwn(claim({ item: [{ sequence: 1, category: { text }, productOrService: { text: 'NDC' } }] }))).toBe(true)
  })
})

describe('MP-14 abbreviations, tests and programs of sensitive care, as clinics and payers write them without a code', () => {
  test.each([
    'PTSD',
    'OCD',
    'MDD, recurrent',
    'BH outpatient visit',
    'MH/SUD group',
    'MH visit',
    'SUD residential',
    'IOP group session',
    'PHP day treatment',
    'Rehab - drug',
    'MAT program',
    'OTP weekly bundle',
    '12-step group',
    'Relapse prevention',
    'Withdrawal management, ASAM 3.7',
    'Narcotics Anonymous',
    'Mobile crisis',
    'ECT treatment',
    'Transcranial magnetic stimulation',
    'rTMS',
    'Neurofeedback',
    'EMDR',
    'CBT-I session',
    'Cognitive behavior training',
    'DBT skills group',
    'ADOS-2',
    'C-SSRS',
    'EPDS',
    'SBIRT',
    'Urine drug screen',
    'Drug testing, presumptive',
    'Toxicology screen',
    'Marijuana use',
    'EtOH level',
    'Vaping counseling',
    'Psilocybin',
    'Post-exposure prophylaxis',
    'CD4 count',
    'RPR titer',
    'Reagin Ab in serum',
    'VDRL',
    'GC/CT NAAT',
    'Screening for STDs',
    'Herpes simplex type 2',
    'HSV-2 IgG',
    'D&E',
    'Dilation and evacuation',
    'Unwanted pregnancy',
    'SANE exam',
    'IPV screening',
    'Intimate partner',
    'Human trafficking',
    'Gender-affirming care',
    'Gender clinic',
    'Sex reassignment',
    'Vaginoplasty',
    'Phalloplasty',
    'Gambling disorder',
    'Binge eating',
    'ARFID',
    'Hallucinations',
    'Perinatal mood program',
    'Postpartum blues',
    'Hypnotherapy',
    'Art therapy',
    'Wilderness therapy',
    'Halfway house',
    'Peer support',
    'Assertive community treatment',
    'Anger management',
    'Learning disability',
    'Codependency',
    'Therapeutic behavioral services',
    'Selective mutism',
    'Involuntary commitment',
    '72-hour hold',
    'Baker Act',
    'Court-ordered evaluation',
    'Rorschach',
    'MMPI-2',
    'Conners 3',
    'EAT-26',
    'Emotional support animal',
    'Tobacco use counseling',
    'Manual vacuum aspiration',
    'Suction curettage',
    'Missed AB',
    'Essure',
    'Diaphragm fitting',
    'Puberty blocker',
    'GAHT',
    'HAART',
    'Kaposi sarcoma',
    'Pubic lice',
    'Partner notification',
    'Safety plan interven',
    'Multisystemic therapy',
    'OUD, moderate',
    'Exposure to STD',
    'Limbitrol DS',
    'Al-Anon',
    'TEPT',
    'Ludopatía',
    'Prueba de drogas',
    'Cambio de sexo',
    'Control natal',
    'Pastilla del día después',
    'Vapeo',
    '創傷後壓力症',
    '赌博障碍',
    'اضطراب ما بعد الصدمة',
    'القمار',
  ])('MP-14 IM-1 %s is sensitive', (text) => {
    expect(isOwn(claim({ item: [{ sequence: 1, productOrService: { text } }] }))).toBe(true)
  })

  test.each([
    'OCD lesion of the talus, left',
    'IOP measurement, both eyes',
    'Hernia rpr',
    'RPR umbil hern',
    'DBT mammogram',
    'IPV vaccine',
    'Bowel prep',
    'Exercise mat',
    'Brake for std wheelchair',
    'Missed abdominal exam',
    'Diaphragmatic hernia',
    'Voluntary admission',
    'Head lice',
    'ECT scan',
    'Post-exposure prophylaxis against rabies',
    'Sickle cell crisis team',
    'Herpes simplex labialis',
    'Sudden infant death',
    'D&C',
    'Breastfeeding peer support',
    'TMS joint exam',
    'Heart therapy',
    'PHP copay',
    'CBT stem cells',
    'Rehab, cardiac',
    'Drug sensitivity test',
    'Gender: F',
    'Effect treatment',
    'Physical therapy, BHC',
  ])('MP-14 IM-1 %s is not', (text) => {
    expect(isOwn(claim({ item: [{ sequence: 1, productOrService: { text } }] }))).toBe(false)
  })

  test.each(['O90.6', 'R44.0', 'R44.3', 'R45.1', 'R45.4'])('MP-14 IM-1 the diagnosis %s is sensitive', (code) => {
    const coding = [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code }]
    expect(isOwn(claim({ diagnosis: [{ diagnosisCodeableConcept: { coding } }] }))).toBe(true)
  })

  test.each(['86360', '86361', 'A9291', 'A9294', 'G2197', 'M1352'])(
    'MP-14 IM-1 the service %s is sensitive',
    (code) => {
      const coding = [{ system: 'http://www.ama-assn.org/go/cpt', code }]
      expect(isOwn(claim({ item: [{ sequence: 1, productOrService: { coding } }] }))).toBe(true)
    },
  )
})

describe('MP-14 who gives sensitive care alone, by profession or by name', () => {
  test.each([
    'Ann Doe, LPC',
    'Licensed Professional Counselor',
    'Ann Doe MFT',
    'Rogers Behavioral',
    'Discovery Behavioral Hospital, Inc.',
    'Developmental-Behavioral Pediatrics',
    'Gender Health Program',
    'Narcotic treatment program',
    'Metro Comprehensive Treatment Center',
    'Ketamine Wellness Center',
    'TMS Center of the Plains',
    'Teen Clinic',
    'Ryan White Program',
    'Oxford House',
    'Talkspace Provider Network PA',
    'LifeStance Health',
    'Hazelden Betty Ford Foundation',
    'Workit Health',
    'carafem Health',
  ])('MP-14 IM-1 %s is known', (display) => {
    expect(isOwn(claim({ provider: { display } }))).toBe(true)
  })

  test.each(['Cancer Treatment Center', 'Oxford Family Practice', 'Behaviorally Fed Cattle', 'Ryan Whitehead MD'])(
    'MP-14 IM-1 %s is not',
    (display) => {
      expect(isOwn(claim({ provider: { display } }))).toBe(false)
    },
  )
})

describe('MP-14 whoever or whatever a record names beside the care', () => {
  const record = (resourceType: string, more: object) => ({ resourceType, id: 'x', ...more })
  const say = (display: string) => ({ display })
  test.each<[string, object]>([
    ['a modifier in words', claim({ item: [{ sequence: 1, modifier: [{ text: 'Substance use program' }] }] })],
    [
      'an attached document',
      claim({ supportingInfo: [{ sequence: 1, valueAttachment: { title: 'Psych eval.pdf' } }] }),
    ],
    ['the printed form', claim({ form: { title: 'EOB for psychotherapy' } })],
    ['why a payment was adjusted', claim({ payment: { adjustmentReason: { text: 'Mental health reduction' } } })],
    ['what an accident was', claim({ accident: { type: { text: 'Suicide attempt' } } })],
    ['an earlier prescription', record('MedicationRequest', { priorPrescription: say('sertraline 50 mg') })],
    ['supporting information', record('MedicationRequest', { supportingInformation: [say('PHQ-9 of May')] })],
    ['why a drug was stopped', record('MedicationRequest', { statusReason: { text: 'Pregnancy test positive' } })],
    ['where a drug is sent', record('MedicationDispense', { destination: say('Sunrise Detox Center') })],
    ['where somebody went', record('Encounter', { hospitalization: { destination: say('Sober Living House') } })],
    ['where somebody came from', record('Encounter', { hospitalization: { origin: say('Crisis center') } })],
    ['who recorded it', record('Condition', { recorder: say('Ann Doe, LCSW') })],
    ['who said it', record('Condition', { asserter: say('Dept. of Psychiatry') })],
    ['who wrote it', record('DocumentReference', { author: [say('Addiction Medicine')] })],
    ['who keeps it', record('DocumentReference', { custodian: say('Prairie Mental Health') })],
    ['who read the results', record('DiagnosticReport', { resultsInterpreter: [say('Behavioral Health Lab')] })],
    ['who runs the team', record('CareTeam', { managingOrganization: [say('HIV clinic')] })],
    ['a conclusion in words', record('DiagnosticReport', { conclusionCode: [{ text: 'Opioid dependence' }] })],
    ['a complication', record('Procedure', { complication: [{ text: 'Incomplete abortion' }] })],
    ['what follows', record('Procedure', { followUp: [{ text: 'IUD removal' }] })],
    ['how it ended', record('Procedure', { outcome: { text: 'Pregnancy terminated: termination of pregnancy' } })],
    ['a reaction', record('AllergyIntolerance', { reaction: [{ manifestation: [{ text: 'Suicidal thoughts' }] }] })],
    ['what the patient is told', record('ServiceRequest', { patientInstruction: 'Bring the PHQ-9 form' })],
    ['the stage of a disease', record('Condition', { stage: [{ summary: { text: 'HIV stage 2' } }] })],
  ])('MP-14 IM-1 %s makes it sensitive', (_, resource) => {
    expect(isOwn(resource)).toBe(true)
  })

  test.each<[string, object]>([
    ['another document', claim({ supportingInfo: [{ sequence: 1, valueAttachment: { title: 'X-ray.pdf' } }] })],
    ['a warning', record('ServiceRequest', { patientInstruction: 'Do not drink alcohol before the test' })],
    ['another writer', record('DocumentReference', { author: [say('Family Medicine')] })],
  ])('MP-14 IM-1 %s does not', (_, resource) => {
    expect(isOwn(resource)).toBe(false)
  })
})

describe('MP-14 texts that would take hours to search', () => {
  const long = (part: string) => `${part.repeat(1_000_000 / part.length)}\n!`

  // With a separate search for each part, any of these would take minutes.
  test.each(['nubc', 'icd9', 'icd-9', 'place of ser'])('MP-14 IM-1 a system of many %s', (part) => {
    const found = findMarks({ resourceType: 'Condition', code: { coding: [{ system: long(part), code: 'F1120' }] } })
    expect(found.codes).toContain('icd-10 F11')
  })

  test.each(['Ab/x/_history/', '/_history/', 'Ab/'])('MP-14 IM-1 a reference of many %s', (part) => {
    expect(findMarks({ resourceType: 'Claim', subject: { reference: long(part) } }).labeled).toBe(false)
  })
})

describe('MP-14 words and places without a code', () => {
  const words = (text: string) => ({ text })
  const of = { subject: { reference: 'Patient/p1' } }
  test.each<[string, object]>([
    ['the service of a claim', claim({ item: [{ sequence: 1, productOrService: words('Psychotherapy 45 min') }] })],
    ['the kind of a claim', claim({ subType: words('Behavioral health') })],
    ['a modifier without its system', claim({ item: [{ sequence: 1, modifier: [{ coding: [{ code: 'HF' }] }] }] })],
    ['the name of who gave the care', claim({ provider: { display: 'Sunrise Substance Abuse Center' } })],
    ['an observation', { resourceType: 'Observation', ...of, code: words('HIV-1 viral load') }],
    ['a report', { resourceType: 'DiagnosticReport', ...of, code: words('Chlamydia trachomatis PCR') }],
    ['the conclusion of a report', { resourceType: 'DiagnosticReport', ...of, conclusion: 'HIV positive' }],
    ['a procedure', { resourceType: 'Procedure', ...of, code: words('Insertion of IUD') }],
    ['a device', { resourceType: 'Device', patient: of.subject, type: words('Intrauterine device') }],
    ['a visit', { resourceType: 'Encounter', ...of, type: [words('Psychiatric evaluation')] }],
    ['the service of a visit', { resourceType: 'Encounter', ...of, serviceType: words('Addiction medicine') }],
    ['a referral', { resourceType: 'ServiceRequest', ...of, code: words('Substance use counseling') }],
    ['a goal', { resourceType: 'Goal', ...of, description: words('Stay free of heroin') }],
    ['the title of a plan', { resourceType: 'CarePlan', ...of, title: 'Alcohol recovery' }],
    ['a document', { resourceType: 'DocumentReference', ...of, type: words('Psychotherapy note') }],
    [
      'a questionnaire',
      { resourceType: 'QuestionnaireResponse', questionnaire: 'http://loinc.org/q/44249-1', item: [] },
    ],
    ['a question', { resourceType: 'QuestionnaireResponse', item: [{ linkId: '/44261-6' }] }],
    [
      'a visit that is named',
      claim({ item: [{ sequence: 1, encounter: [{ reference: 'Encounter/1', display: 'Psychiatric admission' }] }] }),
    ],
    [
      'a reason that is named',
      {
        resourceType: 'MedicationRequest',
        ...of,
        reasonReference: [{ reference: 'Condition/1', display: 'Opioid use disorder' }],
      },
    ],
    ['a prescription that is named', claim({ prescription: { display: 'Buprenorphine 8 MG sublingual tablet' } })],
    ['the prescription before it', claim({ originalPrescription: { display: 'Suboxone film' } })],
    ['a device that is named', claim({ item: [{ sequence: 1, udi: [{ display: 'Mirena' }] }] })],
    [
      'what the plan asks for before it approves',
      claim({
        use: 'preauthorization',
        extension: [
          {
            url: 'urn:portico:prior-authorization',
            extension: [{ url: 'document', valueString: 'Notes of psychotherapy' }],
          },
        ],
      }),
    ],
    ['the name of a device', { resourceType: 'Device', patient: of.subject, deviceName: [{ name: 'Nexplanon' }] }],
    ['what was found', { resourceType: 'Observation', ...of, valueCodeableConcept: words('Opioid dependence') }],
    [
      'what was found in words',
      { resourceType: 'Observation', ...of, code: words('Result'), valueString: 'HIV positive' },
    ],
    [
      'a part of what was found',
      { resourceType: 'Observation', ...of, component: [{ valueCodeableConcept: words('Heroin') }] },
    ],
    [
      'a question in words',
      { resourceType: 'QuestionnaireResponse', item: [{ linkId: '1', text: 'Do you use heroin?' }] },
    ],
    [
      'an answer',
      {
        resourceType: 'QuestionnaireResponse',
        item: [{ linkId: '1', answer: [{ valueString: 'Suicidal thoughts' }] }],
      },
    ],
    [
      'what a drug is taken for',
      { resourceType: 'MedicationRequest', ...of, dosageInstruction: [{ text: '1 tablet as needed for anxiety' }] },
    ],
    [
      'when a drug is taken',
      { resourceType: 'MedicationRequest', ...of, dosageInstruction: [{ asNeededCodeableConcept: words('Panic') }] },
    ],
    [
      'what is attached',
      { resourceType: 'DocumentReference', ...of, content: [{ attachment: { title: 'Psychiatric evaluation.pdf' } }] },
    ],
    [
      'where a document is from',
      { resourceType: 'DocumentReference', ...of, context: { practiceSetting: words('Psychiatry') } },
    ],
    [
      'what is planned',
      { resourceType: 'CarePlan', ...of, activity: [{ detail: { description: 'Weekly alcohol counseling' } }] },
    ],
    ['who is asked for', { resourceType: 'ServiceRequest', ...of, performerType: words('Psychiatrist') }],
    ['the class of a visit', { resourceType: 'Encounter', ...of, class: { code: 'x', display: 'Psychiatric stay' } }],
    [
      'where a patient went',
      { resourceType: 'Encounter', ...of, hospitalization: { dischargeDisposition: { coding: [{ code: 'psy' }] } } },
    ],
    [
      'what somebody reacted to',
      {
        resourceType: 'AllergyIntolerance',
        patient: of.subject,
        reaction: [{ substance: words('Lithium carbonate') }],
      },
    ],
    ['what supports a claim in words', claim({ supportingInfo: [{ sequence: 1, valueString: 'Opioid dependence' }] })],
    ['a diagnosis that supports a claim', claim({ supportingInfo: [{ sequence: 1, valueString: 'F11.20' }] })],
    [
      'words of an unlisted code',
      claim({
        item: [
          {
            sequence: 1,
            productOrService: {
              coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '58999' }],
              text: 'IUD insertion',
            },
          },
        ],
      }),
    ],
    ['the reason 122 by its code alone', claim({ adjudication: [{ reason: { coding: [{ code: '122' }] } }] })],
    [
      'the reason 122 of a line with its group',
      claim({ item: [{ sequence: 1, adjudication: [{ reason: { coding: [{ code: 'CO-122' }] } }] }] }),
    ],
    ['why it was decided so', claim({ disposition: 'Denied: alcohol treatment is not covered' })],
    [
      'why an amount is what it is',
      claim({
        item: [
          { sequence: 1, adjudication: [{ reason: { coding: [{ code: '122', display: 'Psychiatric reduction' }] } }] },
        ],
      }),
    ],
    ...['MH', 'ai', 'A6', '67'].flatMap((code): [string, object][] =>
      [
        'https://x12.org/codes/service-type-codes',
        'https://codesystem.x12.org/005010/1365',
        'http://terminology.hl7.org/CodeSystem/ex-benefitcategory',
      ].map((system) => [
        `the service type ${code} of ${system}`,
        claim({ use: 'preauthorization', item: [{ sequence: 1, category: { coding: [{ system, code }] } }] }),
      ]),
    ),
  ])('MP-14 OS-1 %s is sensitive', (_, resource) => {
    expect(isOwn(resource)).toBe(true)
  })

  test.each<[string, object]>([
    ['a note that every claim has', claim({ processNote: [{ text: 'Mental health parity: you may appeal' }] })],
    [
      'what is left of a year',
      claim({ benefitBalance: [{ category: words('Mental health'), name: 'Mental health' }] }),
    ],
    ['a kind of amount', claim({ adjudication: [{ category: words('Mental health copay') }] })],
    [
      'a year of a service type',
      claim({
        benefitBalance: [
          { category: { coding: [{ system: 'https://x12.org/codes/service-type-codes', code: 'MH' }] } },
        ],
      }),
    ],
    [
      'the service type of a checkup',
      claim({ item: [{ category: { coding: [{ system: 'https://codesystem.x12.org/005010/1365', code: '98' }] } }] }),
    ],
    ['another reason that ends so', claim({ adjudication: [{ reason: { coding: [{ code: 'N122' }] } }] })],
    ['an amount of 122', claim({ adjudication: [{ category: { coding: [{ code: '122' }] } }] })],
    ['a reason of fraud', claim({ adjudication: [{ reason: words('Under review for fraud, waste and abuse') }] })],
    ['a family doctor', claim({ provider: { display: 'Maple Family Medicine' } })],
    ['the plan that pays', claim({ insurer: { display: 'Behavioral Health Plan' } })],
    ['a blood count', { resourceType: 'Observation', ...of, code: words('Complete blood count') }],
    ...['Take with food. Avoid alcohol.', 'Do not drink alcohol with it', 'Alcohol may intensify this effect'].map(
      (text): [string, object] => [
        `a warning on a label (${text})`,
        { resourceType: 'MedicationRequest', ...of, dosageInstruction: [{ text }] },
      ],
    ),
    [
      'what an extension says of a person',
      {
        resourceType: 'Patient',
        extension: [{ url: 'identity', valueCodeableConcept: words('Gender identity: male') }],
      },
    ],
    [
      'going home',
      { resourceType: 'Encounter', hospitalization: { dischargeDisposition: { coding: [{ code: '01' }] } } },
    ],
  ])('MP-14 %s marks nothing', (_, resource) => {
    expect(isOwn(resource)).toBe(false)
  })
})

test('MP-14 a label’s extension restricts with any kind of value, also nested, unless it is known to be open', () => {
  const label = (more: object) =>
    findMarks({ resourceType: 'ExplanationOfBenefit', extension: [{ url: inline, ...more }] }).labeled
  for (const said of [
    { valueUri: 'PSY' },
    { valueUri: 'http://terminology.hl7.org/CodeSystem/v3-ActCode#PSY' },
    { valueOid: 'urn:oid:1.2.3' },
    { extension: [{ url: 'code', valueCode: 'R' }] },
    { extension: [{ url: 'outer', extension: [{ url: 'code', valueUri: 'V' }] }] },
    { valueString: 'nobody knows what' },
  ])
    expect(label(said), JSON.stringify(said)).toBe(true)
  for (const open of [
    { valueCode: 'N' },
    { valueUri: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality#N' },
    { valueBoolean: false },
    {},
  ])
    expect(label(open), JSON.stringify(open)).toBe(false)
})

describe('MP-14 words for codes that no table can list', () => {
  const local = { system: 'urn:payer:codes', code: 'BH1' }
  const absent = { system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'not-applicable' }
  const text = 'Psychotherapy, 60 minutes'
  test.each<[string, object]>([
    ['a service of a payer’s own code', { item: [{ productOrService: { coding: [local], text } }] }],
    ['a service whose own code says it', { item: [{ productOrService: { coding: [{ ...local, display: text }] } }] }],
    ['a service whose code is absent', { item: [{ productOrService: { coding: [absent], text } }] }],
    [
      'a service of a short code without a system',
      { item: [{ productOrService: { coding: [{ code: 'BH1' }], text } }] },
    ],
    [
      'a diagnosis of a payer’s own code',
      { diagnosis: [{ diagnosisCodeableConcept: { coding: [{ ...local, display: 'Severe depression' }] } }] },
    ],
    ['a specialty as text', { careTeam: [{ qualification: { text: 'Psychiatry' } }] }],
    ['a role as text', { careTeam: [{ role: { text: 'Psychiatrist' } }] }],
    ['a program', { item: [{ programCode: [{ text: 'Substance abuse program' }] }] }],
    ['a part of the body', { item: [{ bodySite: { text: 'Genital herpes lesion' } }] }],
    ['a place as text', { item: [{ locationCodeableConcept: { text: 'Methadone clinic' } }] }],
    ['revenue as text', { item: [{ revenue: { text: 'Psychiatric room and board' } }] }],
    ['a type of the payer’s own', { type: { coding: [{ ...local, display: 'Behavioral health' }] } }],
    [
      'where somebody went from a hospital',
      { hospitalization: { dischargeDisposition: { text: 'Psychiatric ward' } } },
    ],
    ['a provider by name', { provider: { display: 'Planned Parenthood of Iowa' } }],
  ])('MP-14 the words of %s count', (_, more) => {
    expect(isListed(more)).toBe(true)
  })

  test('MP-14 a role with a specialty in words marks the care that it gave', () => {
    expect(isOwn({ resourceType: 'PractitionerRole', specialty: [{ text: 'Psychiatry' }] })).toBe(true)
    expect(isOwn({ resourceType: 'PractitionerRole', specialty: [{ text: 'Cardiology' }] })).toBe(false)
  })

  test('MP-14 words beside a code that tables cover as ordinary care do not count', () => {
    const cpt = { system: 'http://www.ama-assn.org/go/cpt', code: '99213' }
    expect(isListed({ item: [{ productOrService: { coding: [cpt], text } }] })).toBe(false)
    expect(isListed({ item: [{ productOrService: { coding: [{ code: '99213' }], text } }] })).toBe(false)
    expect(isListed({ item: [{ productOrService: { coding: [local, cpt], text } }] })).toBe(false)
    expect(isListed({ item: [{ productOrService: { coding: [local], text: 'Office visit' } }] })).toBe(false)
  })
})

describe('MP-14 discharge status and diagnosis-related groups', () => {
  const info = (category: object, code: object) => ({ supportingInfo: [{ sequence: 1, category, code }] })
  const discharge = { coding: [{ code: 'discharge-status' }] }
  test.each<[string, object, boolean]>([
    [
      '65 of NUBC',
      info(discharge, { coding: [{ system: 'https://www.nubc.org/CodeSystem/PatDischargeStatus', code: '65' }] }),
      true,
    ],
    [
      '93 of CMS',
      info(
        {},
        { coding: [{ code: '93', system: 'https://bluebutton.cms.gov/resources/variables/ptnt_dschrg_stus_cd' }] },
      ),
      true,
    ],
    ['65 without a system', info(discharge, { coding: [{ code: '65' }] }), true],
    [
      '01, home',
      info(discharge, { coding: [{ system: 'https://www.nubc.org/CodeSystem/PatDischargeStatus', code: '01' }] }),
      false,
    ],
    [
      'psy of HL7',
      { x: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/discharge-disposition', code: 'psy' }] } },
      true,
    ],
    [
      'psych of HL7',
      { x: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/admit-source', code: 'psych' }] } },
      true,
    ],
    ['a group named in words', info({ text: 'DRG' }, { coding: [{ code: '885' }] }), true],
    ['another group named in words', info({ text: 'DRG' }, { coding: [{ code: '470' }] }), false],
    ['a group as text', { supportingInfo: [{ category: { coding: [{ code: 'drg' }] }, valueString: '885' }] }, true],
  ])('MP-14 %s', (_, more, expected) => {
    expect(isListed(more)).toBe(expected)
  })
})

test('MP-14 a label’s extension that is a number restricts, unless it is zero', () => {
  const flag = (valueInteger: number) => ({ extension: [{ url: 'https://payer.example/sensitive', valueInteger }] })
  expect([1, 0].map((number) => findMarks(claim(flag(number))).labeled)).toEqual([true, false])
})

test('MP-14 IM-1 a coverage of sensitive care alone is labeled, one that covers other care too is not', () => {
  const covers = (...codes: string[]) => ({
    resourceType: 'Coverage',
    type: { coding: codes.map((code) => ({ code })) },
  })
  for (const code of ['MENTPRG', 'MENTPOL', 'SUBPOL', 'subprg', 'HIVAIDS'])
    expect([code, findMarks(covers(code)).labeled]).toEqual([code, true])
  expect(findMarks(covers('HIP', 'MENTPRG')).labeled).toBe(false)
  expect(findMarks(covers('HIP')).labeled).toBe(false)
  expect(findMarks(covers()).labeled).toBe(false)
})

describe('MP-14 codes in unexpected places', () => {
  const listSensitive = (more: object) => findMarks(claim(more)).codes.flatMap((key) => publishedCodes.get(key) ?? [])
  const url = 'https://payer.example/StructureDefinition/why'
  const icd = 'http://hl7.org/fhir/sid/icd-10-cm'
  test.each<[string, object]>([
    ['in an extension that nobody knows', { extension: [{ url, valueCode: 'F11.20' }] }],
    ['in its words', { extension: [{ url, valueString: ' f11.20 ' }] }],
    ['among others', { extension: [{ url, valueString: 'E11.9; F11.20' }] }],
    ['of a line', { item: [{ extension: [{ url, valueString: 'F1120' }] }] }],
    ['within another', { extension: [{ url, extension: [{ url: 'code', valueString: 'F11.20' }] }] }],
    ['in letters of full width', buildDiagnosis('Ｆ１１．２０')],
    ['with what nobody sees in it', buildDiagnosis('F11\u200b.20')],
    ['with a soft hyphen', buildDiagnosis('F\u00ad11.20')],
  ])('MP-14 IM-1 a sensitive code %s is found', (_, more) => {
    expect(listSensitive(more)).not.toEqual([])
  })

  test('MP-14 IM-1 full-width words are read, too', () => {
    const found = findMarks(claim({ diagnosis: [{ diagnosisCodeableConcept: { text: 'Ｏｐｉｏｉｄ abuse' } }] }))
    expect(found.codes).toContain('words')
  })

  test('MP-14 IM-1 words and open codes in extensions hide nothing', () => {
    for (const value of ['E11.9', 'Room F11', 'in-network', '2026', 'a.b', 'UNK'])
      expect(listSensitive({ extension: [{ url, valueString: value, valueCode: value }] })).toEqual([])
  })

  function buildDiagnosis(code: string) {
    return { diagnosis: [{ diagnosisCodeableConcept: { coding: [{ system: icd, code }] } }] }
  }
})
