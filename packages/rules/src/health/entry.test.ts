import { describe, expect, test } from 'vitest'
import { readHealthEntry } from './entry.ts'

const concept = (text: string, code = 'x') => ({ coding: [{ code, display: `${text} (display)` }], text })

describe('OS-1 entries of the health record', () => {
  test('OS-1 a result has value, range and flag; parts of a pressure are named', () => {
    const sugar = {
      ...{
        resourceType: 'Observation',
        status: 'final',
        code: concept('A1c'),
        effectiveDateTime: '2026-02-03T10:00:00Z',
      },
      valueQuantity: { value: 6.1, unit: '%' },
      referenceRange: [{ low: { value: 4, unit: '%' }, high: { value: 5.6, unit: '%' } }],
      interpretation: [{ coding: [{ code: 'H' }] }],
      performer: [{ reference: 'Practitioner/1' }],
    }
    expect(readHealthEntry(sugar)).toEqual({
      ...{ kind: 'result', name: 'A1c', state: 'final', day: '2026-02-03', value: '6.1 %', range: '4 % – 5.6 %' },
      ...{ flag: 'high', isSevere: false, by: { name: null, reference: 'Practitioner/1' } },
    })
    const pressure = {
      ...{ resourceType: 'Observation', status: 'amended', code: concept('Blood pressure') },
      component: [
        { code: concept('Systolic'), valueQuantity: { value: 120, unit: 'mmHg' } },
        { code: concept('Diastolic'), valueQuantity: { value: 80, unit: 'mmHg' } },
      ],
    }
    expect(readHealthEntry(pressure)).toMatchObject({
      ...{ state: 'corrected', day: null, value: 'Systolic 120 mmHg, Diastolic 80 mmHg', flag: null },
    })
  })

  test('OS-1 a condition and an allergy have a state; a refuted or erroneous one is no entry', () => {
    const asthma = {
      ...{ resourceType: 'Condition', code: concept('Asthma'), onsetDateTime: '2019' },
      clinicalStatus: { coding: [{ code: 'relapse' }] },
      recorder: { display: 'Dr. Ada Sample' },
    }
    expect(readHealthEntry(asthma)).toMatchObject({ state: 'active', day: '2019', by: { name: 'Dr. Ada Sample' } })
    const readAs = (code: string) => readHealthEntry({ ...asthma, verificationStatus: { coding: [{ code }] } })
    expect(readAs('provisional')?.state).toBe('unconfirmed')
    expect([readAs('refuted'), readAs('entered-in-error')]).toEqual([null, null])
    const nuts = {
      ...{ resourceType: 'AllergyIntolerance', code: concept('Peanuts'), criticality: 'high' },
      reaction: [{ manifestation: [concept('Hives'), concept('Swelling')] }],
    }
    expect(readHealthEntry(nuts)).toMatchObject({
      kind: 'allergy',
      value: 'Hives, Swelling',
      isSevere: true,
      state: null,
    })
  })

  test('OS-1 a vaccine was given or was not', () => {
    const shot = { resourceType: 'Immunization', vaccineCode: concept('Flu'), occurrenceDateTime: '2025-10-01' }
    expect(readHealthEntry({ ...shot, status: 'completed' })?.state).toBe('given')
    expect(readHealthEntry({ ...shot, status: 'not-done' })?.state).toBe('not-given')
    expect(readHealthEntry({ ...shot, status: 'entered-in-error' })).toBeNull()
  })

  test('OS-1 IM-1 a status of FHIR STU3 or DSTU2, or written as mere text, has its meaning', () => {
    const asthma = { resourceType: 'Condition', code: concept('Asthma'), clinicalStatus: 'resolved' }
    expect(readHealthEntry(asthma)?.state).toBe('resolved')
    expect(readHealthEntry({ ...asthma, verificationStatus: 'differential' })?.state).toBe('unconfirmed')
    for (const verificationStatus of ['refuted', 'entered-in-error', ' Refuted '])
      expect(readHealthEntry({ ...asthma, verificationStatus })).toBeNull()
    const nuts = { resourceType: 'AllergyIntolerance', code: concept('Peanuts') }
    expect(readHealthEntry({ ...nuts, status: 'refuted' })).toBeNull()
    expect(readHealthEntry({ ...nuts, status: 'unconfirmed' })?.state).toBe('unconfirmed')
    const shot = { resourceType: 'Immunization', status: 'completed', vaccineCode: concept('Flu'), date: '2019-10-01' }
    expect(readHealthEntry({ ...shot, notGiven: false })?.state).toBe('given')
    expect(readHealthEntry({ ...shot, notGiven: true })?.state).toBe('not-given')
    expect(readHealthEntry({ ...shot, wasNotGiven: true })?.state).toBe('not-given')
  })

  test.each([
    [{}],
    [{ resourceType: 'Encounter' }],
    [{ resourceType: 'Observation', valueQuantity: 7, referenceRange: 'x', performer: [null], component: [3] }],
    [{ resourceType: 'Condition', code: [], clinicalStatus: 'active', onsetDateTime: 12, recorder: 'me' }],
    [{ resourceType: 'CarePlan', category: [{ coding: 'x' }], status: 'constructor' }],
  ])('OS-1 a malformed resource breaks nothing: %#', (odd) => {
    expect(() => readHealthEntry(odd as never)).not.toThrow()
  })
})
