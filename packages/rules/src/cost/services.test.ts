import { describe, expect, test } from 'vitest'
import { inListWords } from './plain-words.ts'
import { benefitOfService, kindOfService } from './service-kind.ts'

describe('MP-26 services by code and in plain words', () => {
  test.each([
    ['resonancia de rodilla', 'MRI knee'],
    ['¿Cuánto cuesta una radiografía?', 'x-ray'],
    ['análisis de sangre', 'blood test'],
    ['vacuna contra la gripe', 'flu shot'],
    ['having a baby', 'childbirth'],
    ['silla de ruedas', 'wheelchair'],
    ['cat scan of the brain', 'CT scan head'],
    ['L1832', 'l1832'],
    ['de la', 'de la'],
  ])('MP-26 a search for %s becomes %s', (search, words) => {
    expect(inListWords(search)).toBe(words)
  })

  const benefits = [
    ...['Primary care visit', 'Specialist visit', 'Preventive care, screenings and vaccines', 'Urgent care'],
    ...['Emergency room care', 'Ambulance', 'Blood work and lab tests', 'X-rays and ultrasound'],
    ...['Imaging (CT, MRI and PET scans)', 'Hospital stay', 'Outpatient surgery'],
    ...['Pregnancy, childbirth and newborn care', 'Physical therapy', 'Medical equipment'],
    ...['Mental health and substance use visit', 'Cosmetic surgery'],
  ].map((service) => ({ service }))

  test.each([
    ['LOCAL', 'OV', 'Office visit with a primary care doctor', 'Primary care visit'],
    ['LOCAL', 'SV', 'Specialist visit', 'Specialist visit'],
    ['LOCAL', 'XRAY-KNEE', 'Knee x-ray', 'X-rays and ultrasound'],
    ['LOCAL', 'MRI-KNEE', 'Knee MRI scan', 'Imaging (CT, MRI and PET scans)'],
    ['LOCAL', 'MAMMO', 'Screening mammogram', 'Preventive care, screenings and vaccines'],
    ['LOCAL', 'BIRTH', 'Childbirth, with care before and after', 'Pregnancy, childbirth and newborn care'],
    ['LOCAL', 'KNEE', 'Knee replacement surgery', 'Outpatient surgery'],
    ['LOCAL', 'STAY', 'Hospital stay, per day', 'Hospital stay'],
    ['CPT', '73721', 'MRI of a joint of the leg', 'Imaging (CT, MRI and PET scans)'],
    ['CPT', '99213', 'Visit', 'Primary care visit'],
    ['HCPCS', 'A0429', 'Ambulance, emergency', 'Ambulance'],
    ['HCPCS', 'L1832', 'Knee brace', 'Medical equipment'],
    ['HCPCS', 'G0439', 'Yearly visit', 'Preventive care, screenings and vaccines'],
    ['HCPCS', 'H0004', 'Talking', 'Mental health and substance use visit'],
  ])('MP-26 %s %s, %s, belongs to %s', (type, code, name, benefit) => {
    expect(benefitOfService({ type, code, name }, benefits)?.service).toBe(benefit)
  })

  test('MP-26 a service that neither code nor name identifies has no kind', () => {
    expect(benefitOfService({ type: 'CPT', code: '73721', name: 'Leg' }, benefits)).toBeNull()
    expect(kindOfService({ type: 'LOCAL', code: 'A0429', name: 'Something else' })).toBeNull()
    expect(benefitOfService({ type: 'LOCAL', code: 'X', name: 'Something else' }, benefits)).toBeNull()
    expect(benefitOfService({ type: 'CPT', code: '73721', name: 'Knee' }, [{ service: 'Dental cleaning' }])).toBeNull()
  })
})
