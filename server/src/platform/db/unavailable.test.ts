import { expect, test } from 'vitest'
import { isUnavailable, NoConnectionError } from './unavailable.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

test('MC-5 temporary failures are distinguished from permanent ones', () => {
  const passing = [
    new NoConnectionError(new Error('timeout exceeded when trying to connect')),
    new Error('Connection terminated unexpectedly'),
    new Error('Client has encountered a connection error and is not queryable'),
    ...['25006', '53300', '57P01', '57P03', '57014', '08006', '40P01', 'ECONNREFUSED', 'ECONNRESET'].map(withCode),
  ]
  expect(passing.map(isUnavailable)).toEqual(passing.map(() => true))
  const wrong = [new Error('x'), ...['23505', '42P01', '22P02', 'ENOENT', 'FST_ERR_VALIDATION'].map(withCode)]
  expect(wrong.map(isUnavailable)).toEqual(wrong.map(() => false))
})
