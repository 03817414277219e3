import { login } from '@portico/contract/calls/identity'
import { errorCodes } from '@portico/contract/errors'
import { expect, test } from 'vitest'
import { rawCatalogues } from '../messages/test-texts.ts'
import { loginErrorTexts } from './login-errors.ts'

test.each([
  ['ER-1', 'USER-NOT-ON-FILE', 401, 'invalidLogin'],
  ['ER-1', 'GEN-NOMATCH', 401, 'invalidLogin'],
  ['ER-1', 'GEN-NORECCHMECS', 401, 'invalidLogin'],
  ['ER-2', 'DEMOUSER', 401, 'demoUser'],
  ['ER-3', 'EMP-LOGIN-SHOP', 401, 'wrongSite'],
  ['ER-4', 'OVER_CHIP14', 401, 'chipOver14'],
  ['ER-5', 'UNDER_CHIP14', 401, 'chipUnder14'],
  ['ER-6', 'GEN-SUSPEND', 401, 'suspended'],
  ['ER-7', 'UPD-LDAP', 401, 'directory'],
  ['ER-8', 'GEN-BRANDCONFLICT', 401, 'brandConflict'],
  ['ER-9', 'UNEXPECTED', 500, 'unexpected'],
  ['ER-9', 'NO-CODE', 500, 'unexpected'],
  ['ER-10', 'SOMETHING-NEW', 401, 'critical'],
  ['ER-10', 'constructor', 403, 'critical'],
  ['ER-11', 'invalid_grant_incorrect_creds', 400, 'invalidLogin'],
  ['ER-11', 'invalid_grant_account_locked', 400, 'suspended'],
  ['SI-13', 'TOO-MANY-REQUESTS', 429, 'tooMany'],
])('%s %s with status %d is told as %s', (_row, code, status, kind) => {
  expect(loginErrorTexts({ code, status }).kind).toBe(kind)
})

test('ER-9 a known code outranks the status 500', () => {
  expect(loginErrorTexts({ code: 'GEN-SUSPEND', status: 500 }).kind).toBe('suspended')
})

test('ER-10 HT-3 anything else shows the text of the generic handler', () => {
  const { text } = loginErrorTexts({ code: 'SOMETHING-NEW', status: 418 })
  expect(rawCatalogues('en').get('errors')?.[text]).toBe(
    'There has been a problem accessing this service. Please contact technical support.',
  )
})

test('ER-1 ER-8 every code that sign-in can answer has a modal of its own kind, with texts', () => {
  const english = rawCatalogues('en').get('errors') ?? {}
  for (const code of login.errors) {
    expect(errorCodes).toContain(code)
    const { kind, title, text } = loginErrorTexts({ code, status: code === 'UNEXPECTED' ? 500 : 401 })
    expect(kind, code).not.toBe('critical')
    expect(english[title], title).toBeTruthy()
    expect(english[text], text).toBeTruthy()
  }
})
