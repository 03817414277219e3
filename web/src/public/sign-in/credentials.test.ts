import { expect, test } from 'vitest'
import { checkCredentials } from './credentials.ts'

test('SI-1 VA-3 missing or impossible values are reported before anything is sent', () => {
  expect(checkCredentials({ loginId: '', password: '' })).toEqual({
    loginId: { code: 'login-id.missing' },
    password: { code: 'field.required' },
  })
  expect(checkCredentials({ loginId: 'AB12', password: 'x' })).toEqual({
    loginId: { code: 'login-id.invalid' },
    password: null,
  })
})

test('SI-1 a password that breaks the rules for new ones can still sign in', () => {
  expect(checkCredentials({ loginId: 'MEMBER01', password: ' a<b ' })).toEqual({ loginId: null, password: null })
})
