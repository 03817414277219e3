import { describe, expect, test } from 'vitest'
import { findMarks, isAmong } from './marks.ts'
import { publishedCodes } from './published.ts'

const claim = (more: object, day = '2026-03-05') => ({
  resourceType: 'ExplanationOfBenefit',
  id: 'x',
  billablePeriod: { start: day, end: day },
  ...more,
})

function isSensitive(resource: object): boolean {
  const marks = findMarks(resource)
  return (
    marks.labeled ||
    isAmong(
      marks,
      marks.codes.flatMap((key) => publishedCodes.get(key) ?? []),
    )
  )
}

const diagnose = (code: string, system = 'http://hl7.org/fhir/sid/icd-10-cm', day?: string) =>
  isSensitive(claim({ diagnosis: [{ diagnosisCodeableConcept: { coding: [{ system, code }] } }] }, day))
const operate = (code: string, system: string, day?: string) =>
  isSensitive(claim({ procedure: [{ procedureCodeableConcept: { coding: [{ system, code }] } }] }, day))
const serve = (productOrService: object) => isSensitive(claim({ item: [{ sequence: 1, productOrService }] }))

describe('MP-14 IM-1 what somebody did to themself, in ICD-10-CM', () => {
  // In codes of five characters, the fifth says who did it, and X fills the place of the sixth.
  test.each(
    'T58.02XA T5812XD T58.92XS T39.92XA T37.92XA T42.72XA T52.92XA T54.92XA T41.42XA T65.92XA T39.012A'.split(' '),
  )('MP-14 IM-1 %s is self-harm', (code) => {
    expect(diagnose(code)).toBe(true)
  })

  test.each('T58.01XA T39.91XA T39.93XA T39.94XA T71.21XA T38.0X1A T36.0X5A T39.011A'.split(' '))(
    'MP-14 IM-1 %s is not',
    (code) => {
      expect(diagnose(code)).toBe(false)
    },
  )
})

describe('MP-14 IM-1 codes of ICD-9 for what is sensitive in ICD-10', () => {
  const icd9 = 'http://hl7.org/fhir/sid/icd-9-cm'
  test.each([
    ...['054.10', '05413', '078.11', '079.4', '079.88', '07998', '131.01', '132.2', '647.03', '795.05', '796.75'],
    ...['V01.6', 'V02.7', 'V02.8', 'V65.45', 'V69.2', 'V73.81', 'V74.5'],
    ...['795.71', 'V65.44'],
    ...['V11.3', 'V17.0', 'V40.2', 'V66.3', 'V67.3', 'V70.1', 'V71.01', 'V79.0', '648.41'],
    ...[
      '357.5',
      '425.5',
      '535.31',
      '571.2',
      '648.33',
      '655.53',
      '760.71',
      '779.5',
      '965.01',
      '969.4',
      '980.0',
      'V61.41',
    ],
    ...['V65.42', 'V79.1'],
    ...['962.2', '996.32', 'V26.0', 'V26.52', 'V45.51', 'V61.7', 'V72.42'],
    ...['995.53', 'E960.1', 'E967.0', 'V15.41', 'V61.11', 'V61.21', 'V62.83', 'V71.5', 'V71.81'],
  ])('MP-14 IM-1 %s is sensitive', (code) => {
    expect(diagnose(code, icd9, '2014-05-06')).toBe(true)
    // Digits alone are ICD-9 whatever the file says.
    if (/^\d/.test(code)) expect(diagnose(code, 'http://hl7.org/fhir/sid/icd-10', '2014-05-06')).toBe(true)
  })

  test.each(['401.9', '250.00', '078.19', '079.99', '790.29', '962.3', '996.31', 'V70.0', 'V72.31', 'V22.1', 'V15.82'])(
    'MP-14 IM-1 %s is not',
    (code) => {
      expect(diagnose(code, icd9, '2014-05-06')).toBe(false)
    },
  )

  test('MP-14 IM-1 ICD-10 has other meanings for what begins with V', () => {
    expect(diagnose('V01.6XXA')).toBe(false)
    expect(diagnose('V11.3XXA')).toBe(false)
  })

  test.each(['69.7', '97.71', '64.5', '69.93', '96.17'])('MP-14 IM-1 the procedure %s is sensitive', (code) => {
    expect(operate(code, 'http://www.cms.gov/Medicare/Coding/ICD9', '2014-05-06')).toBe(true)
  })
})

test.each(['0UH97HZ', '0UHC7HZ', '0UPD7HZ', '0UWD8HZ', '0JHD0HZ', '0JPT3HZ', '0U574ZZ'])(
  'MP-14 IM-1 the procedure %s of ICD-10 is contraception or sterilization',
  (code) => {
    expect(operate(code, 'http://www.cms.gov/Medicare/Coding/ICD10')).toBe(true)
  },
)

test.each(['0UH97YZ', '0JH60PZ', '0UPD7YZ'])('MP-14 IM-1 the procedure %s is not', (code) => {
  expect(operate(code, 'http://www.cms.gov/Medicare/Coding/ICD10')).toBe(false)
})

test.each(['B97.7', 'R87.810', 'R87.821', 'R85.81', 'Z11.51', 'B85.3', 'Z83.0'])(
  'MP-14 IM-1 the diagnosis %s is of a sexually transmitted infection',
  (code) => {
    expect(diagnose(code)).toBe(true)
  },
)

test.each(['87623', '87625', 'G0476', '0500T', 'D1320', 'D1321', '1220F', '4004F', '2060F', '1040F'])(
  'MP-14 IM-1 the service %s is sensitive',
  (code) => {
    expect(serve({ coding: [{ system: 'http://www.ada.org/cdt', code }] })).toBe(true)
  },
)

describe('MP-14 IM-1 bills of community mental health centers', () => {
  const bill = (code: string) =>
    isSensitive(
      claim({
        supportingInfo: [
          {
            category: { coding: [{ code: 'typeofbill' }] },
            code: { coding: [{ system: 'https://www.nubc.org/CodeSystem/TypeOfBill', code }] },
          },
        ],
      }),
    )
  test.each(['761', '0761', '76', '0767', '076X'])('MP-14 IM-1 the type of bill %s is sensitive', (code) => {
    expect(bill(code)).toBe(true)
  })
  test.each(['111', '0131', '731', '0176', '7', '8', '11'])('MP-14 IM-1 the type of bill %s is not', (code) => {
    expect(bill(code)).toBe(false)
  })
})

test.each(['167G00000X', '320600000X'])('MP-14 IM-1 the specialty %s is of mental health', (code) => {
  const qualification = { coding: [{ system: 'http://nucc.org/provider-taxonomy', code }] }
  expect(isSensitive(claim({ careTeam: [{ sequence: 1, qualification }] }))).toBe(true)
})

test.each(['25836-8', '48345-3', '19659-2', '5645-7', '22461-8', '58900-2', '70241-5', '42931-6', '5028-6', '18282-4'])(
  'MP-14 IM-1 the observation %s is sensitive without its name',
  (code) => {
    expect(isSensitive({ resourceType: 'Observation', code: { coding: [{ system: 'http://loinc.org', code }] } })).toBe(
      true,
    )
  },
)

describe('MP-14 IM-1 codes that are written in the words of a payer’s own code', () => {
  const own = { system: 'https://payer.example/codes', code: '99' }
  test.each<[string, object]>([
    ['a diagnosis', { diagnosis: [{ diagnosisCodeableConcept: { coding: [{ ...own, display: 'F32.9 MDD' }] } }] }],
    [
      'a diagnosis beside a payer’s code',
      { diagnosis: [{ diagnosisCodeableConcept: { coding: [own], text: 'F32.9' } }] },
    ],
    ['a service', { item: [{ productOrService: { coding: [{ ...own, display: '90837 - 60 min' }] } }] }],
    ['a diagnosis in an extension', { extension: [{ url: 'https://payer.example/dx', valueString: 'F32.9 - MDD' }] }],
    [
      'a diagnosis of a system that is named for it',
      {
        extension: [
          { url: 'x', valueCoding: { system: 'https://payer.example/variables/prncpal_dgns_cd', code: 'F329' } },
        ],
      },
    ],
    [
      'the words of a code of a payer’s own diagnoses',
      {
        diagnosis: [
          {
            diagnosisCodeableConcept: {
              coding: [{ system: 'https://payer.example/diagnosis', code: '9', display: 'Depression' }],
            },
          },
        ],
      },
    ],
    ['the reason of an information', { supportingInfo: [{ reason: { display: 'Opioid dependence' } }] }],
    ['a kind of claim by its code', { subType: { coding: [{ system: own.system, code: 'behavioral-health' }] } }],
    ['a service by its code', { item: [{ productOrService: { coding: [{ ...own, code: 'MENTAL_HEALTH_VISIT' }] } }] }],
  ])('MP-14 IM-1 %s counts', (_, more) => {
    expect(isSensitive(claim(more))).toBe(true)
  })

  test.each<[string, object]>([
    [
      'an index in words',
      { diagnosis: [{ diagnosisCodeableConcept: { coding: [{ ...own, display: 'Weight 300 lb' }] } }] },
    ],
    ['a room', { extension: [{ url: 'https://payer.example/room', valueString: 'F32 - Window' }] }],
    ['a service in words', { item: [{ productOrService: { coding: [{ ...own, display: '99213 - Office visit' }] } }] }],
    ['a kind of claim by its code', { subType: { coding: [{ system: own.system, code: 'office-visit' }] } }],
  ])('MP-14 IM-1 %s does not', (_, more) => {
    expect(isSensitive(claim(more))).toBe(false)
  })
})

describe('MP-14 IM-1 locations by HL7’s codes alone', () => {
  const locate = (code: string) =>
    isSensitive({
      resourceType: 'Location',
      type: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode', code }] }],
    })
  test.each(['PSYCHF', 'PSY', 'PSI', 'PHU', 'SURF'])('MP-14 IM-1 %s gives sensitive care', (code) => {
    expect(locate(code)).toBe(true)
  })
  test.each(['HOSP', 'OUTPHARM', 'PEDC', 'PC', 'SURG'])('MP-14 IM-1 %s does not', (code) => {
    expect(locate(code)).toBe(false)
  })
})

describe('MP-14 IM-1 names of those who give sensitive care', () => {
  const isPrivate = (display: string) => isSensitive(claim({ provider: { display } }))

  test.each([
    'DOE, JANE, LCSW',
    'Smith Psy.D.',
    'BHS BEHAVIORAL HLTH',
    'Hope Recovery Center',
    'Oxford Recovery House',
    'Sober Living Homes',
    'Counseling & Wellness LLC',
    'Valley Counseling Associates',
    'Prairie Counselors LLC',
    'Women’s Crisis Shelter',
  ])('MP-14 IM-1 the care of %s is private', (name) => {
    expect(isPrivate(name)).toBe(true)
  })

  test.each([
    'Recovery Room Physicians',
    'Surgical Recovery Center',
    'Sports Recovery Center',
    'Genetic Counseling Services',
    'Nutritional Counseling Center',
    'Women’s Health Center',
    'Soberanes Family Clinic',
  ])('MP-14 IM-1 the care of %s is not', (name) => {
    expect(isPrivate(name)).toBe(false)
  })
})
