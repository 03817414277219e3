import { describe, expect, test } from 'vitest'
import { isRedirectAllowed } from './app.ts'
import { endOfGrant } from './grant.ts'
import { appParts, listParts, narrowScopes } from './scopes.ts'

describe('what an app requests, and what it gets', () => {
  test('OS-38 the wildcard scope requests every part, and a type requests its own part', () => {
    expect(listParts(['openid', 'patient/*.rs'])).toEqual(appParts)
    expect(listParts(['patient/ExplanationOfBenefit.read'])).toEqual(['claims', 'authorizations'])
    expect(listParts(['patient/ExplanationOfBenefit.rs?use=claim', 'user/CareTeam.r'])).toEqual(['claims', 'care-team'])
    expect(listParts(['launch/patient', 'openid', 'system/*.rs', 'patient/*.cruds'])).toEqual([])
  })

  test('OS-33 parts that the person withholds drop out of the scopes', () => {
    expect(narrowScopes(['openid', 'patient/*.rs'], appParts)).toEqual(['openid', 'patient/*.rs'])
    const narrow = narrowScopes(['openid', 'patient/*.rs'], ['coverage', 'claims'])
    expect(narrow).toContain('patient/Coverage.rs')
    expect(narrow).toContain('patient/ExplanationOfBenefit.rs?use=claim')
    expect(narrow).toContain('patient/Practitioner.rs')
    expect(narrow.filter((scope) => /\*|Condition|MedicationRequest|preauthorization/.test(scope))).toEqual([])
    expect(narrowScopes(['patient/*.rs'], ['claims', 'authorizations'])).toContain('patient/ExplanationOfBenefit.rs')
    expect(narrowScopes(['patient/ExplanationOfBenefit.rs', 'patient/Patient.rs'], ['coverage'])).toEqual([
      'patient/Patient.rs',
    ])
    expect(narrowScopes(['patient/Coverage.rs'], ['coverage'])).toEqual(['patient/Coverage.rs'])
    expect(narrowScopes(['patient/*.rs', 'openid'], [])).toEqual(['openid'])
  })

  test.each([
    ['https://app.example/callback', true],
    ['http://127.0.0.1:7777/callback', true],
    ['com.example.app:/callback', true],
    ['http://app.example/callback', false],
    ['https://app.example/callback#part', false],
    ['https://*.example/callback', false],
    ['https://user@app.example/callback', false],
    ['https://@app.example/callback', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['https://intranet/callback', false],
    ['/callback', false],
  ])('OS-31 an app may use the redirect URI %s: %s', (address, allowed) => {
    expect(isRedirectAllowed(address)).toBe(allowed)
  })

  test('OS-40 a grant ends with the chosen time or with the right to the data, whichever comes first', () => {
    const now = new Date('2026-03-01T12:00:00Z')
    expect(endOfGrant('open', now, null)).toBeNull()
    expect(endOfGrant('months', now, null)?.toISOString()).toBe('2027-04-01T12:00:00.000Z')
    expect(endOfGrant('months', now, '2026-05-31')?.toISOString()).toBe('2026-06-01T05:00:00.000Z')
    expect(endOfGrant('once', now, '2026-05-31')?.toISOString()).toBe('2026-03-01T13:00:00.000Z')
  })
})
