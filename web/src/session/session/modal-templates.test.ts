import { login } from '@portico/contract/calls/identity'
import { errorCodes } from '@portico/contract/errors'
import { expect, test, vi } from 'vitest'
import { rawCatalogues } from '../../base/texts/test-texts.ts'
import { modalTemplate, templateOfFailure } from './modal-templates.ts'

test.each([
  ['ER-1', 'USER-NOT-ON-FILE', 401, 'login-invalid'],
  ['ER-1', 'GEN-NOMATCH', 401, 'login-invalid'],
  ['ER-1', 'GEN-NORECCHMECS', 401, 'login-invalid'],
  ['ER-2', 'DEMOUSER', 401, 'login-demo-user'],
  ['ER-3', 'EMP-LOGIN-SHOP', 401, 'login-wrong-site'],
  ['ER-4', 'OVER_CHIP14', 401, 'login-chip-over14'],
  ['ER-5', 'UNDER_CHIP14', 401, 'login-chip-under14'],
  ['ER-6', 'GEN-SUSPEND', 401, 'login-suspended'],
  ['ER-7', 'UPD-LDAP', 401, 'login-ldap-error'],
  ['ER-8', 'GEN-BRANDCONFLICT', 401, 'login-brand-conflict'],
  ['ER-9', 'UNEXPECTED', 500, 'login-unexpected-error'],
  ['ER-9', 'NO-CODE', 500, 'login-unexpected-error'],
  ['ER-10', 'SOMETHING-NEW', 401, 'login-generic-error'],
  ['ER-10', 'constructor', 403, 'login-generic-error'],
  ['ER-11', 'invalid_grant_incorrect_creds', 400, 'login-invalid'],
  ['ER-11', 'invalid_grant_account_locked', 400, 'login-suspended'],
  ['SI-13', 'TOO-MANY-REQUESTS', 429, 'login-too-many'],
])('%s %s with status %d is told as %s', (_row, code, status, name) => {
  expect(templateOfFailure({ code, status })).toBe(name)
})

test('ER-9 a known code outranks the status 500', () => {
  expect(templateOfFailure({ code: 'GEN-SUSPEND', status: 500 })).toBe('login-suspended')
})

test('ER-10 HT-3 anything else shows the text of the generic handler', () => {
  const template = modalTemplate(templateOfFailure({ code: 'SOMETHING-NEW', status: 418 }))
  expect(rawCatalogues('en').get('errors')?.[template?.text ?? '']).toBe(
    'There has been a problem accessing this service. Please contact technical support.',
  )
})

test('ER-1 ER-8 every code that sign-in can answer has a modal', () => {
  // A request for a code is the next step, not a refusal.
  for (const code of login.errors.filter((one) => one !== 'SECOND-FACTOR-REQUIRED')) {
    expect(errorCodes).toContain(code)
    expect(templateOfFailure({ code, status: code === 'UNEXPECTED' ? 500 : 401 }), code).not.toBe('login-generic-error')
  }
})

test.each(['en', 'es'] as const)(
  'ER-1 ER-10 SI-7 CS-1 each modal says something of its own, with the phone: %s',
  (language) => {
    const texts = rawCatalogues(language).get('errors') ?? {}
    const names = Object.keys(texts).flatMap((id) => /^loginError\.(\w+)\.title$/.exec(id)?.[1] ?? [])
    expect(names).toHaveLength(14)
    for (const name of names) {
      const text = texts[`loginError.${name}.${name === 'critical' ? 'support' : 'text'}`]
      expect(text, name).toMatch(/<phone>.*<\/phone> \(\{hours\}\)/)
    }
    expect(new Set(names.map((name) => texts[`loginError.${name}.title`])).size).toBe(names.length)
  },
)

test('ER-3 ER-4 ER-5 SI-7 the templates go by the names of the sources; only the forced password leaves no other way', () => {
  for (const name of ['login-wrong-site', 'login-chip-over14', 'login-chip-under14', 'forced-password']) {
    expect(modalTemplate(name)).toMatchObject({ name, closeable: name !== 'forced-password' })
  }
})

test.each(['login-nonsense', '', 'constructor'])('ER-10 an unknown template says so on the console: %j', (name) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(modalTemplate(name)).toBeNull()
  expect(said.mock.calls).toEqual([[`Unknown modal template: ${name}`]])
  said.mockRestore()
})
