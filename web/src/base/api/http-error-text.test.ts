import { expect, test } from 'vitest'
import { allTexts } from '../texts/test-texts.ts'
import { httpErrorText } from './http-error-text.ts'

const { t } = allTexts('en')

test.each([
  [400, 'Bad data.'],
  [401, 'User unauthenticated.'],
  [403, 'Authorization failed.'],
  [404, 'The requested page was not found'],
  [407, 'You need to authenticate with a proxy.'],
  [
    409,
    'Your access to the portal is not accessible. If you wish to gain access or have any questions, please reach out to your agency.',
  ],
  [500, 'The server reported an error.'],
])('HT-2 the text of %d', (status, text) => {
  expect(httpErrorText({ status, code: 'X' }, t)).toBe(text)
})

test('HT-2 an answer of 200 that cannot be used names the error', () => {
  expect(httpErrorText({ status: 200, code: 'NO-CODE' }, t)).toBe(
    'Unexpected error (200 is a successful XHR request but something else went wrong. Usually javascript errors): NO-CODE',
  )
})

test('HT-3 the text of a critical failure, and its link to more', () => {
  expect(t('http.critical')).toBe('There has been a problem accessing this service. Please contact technical support.')
  expect(t('http.moreInformation')).toBe('More Information')
})
