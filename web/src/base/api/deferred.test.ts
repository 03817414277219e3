import { expect, test } from 'vitest'
import { createDeferred } from './deferred.ts'

const told = 'This deferred has already been fulfilled.'

test('HT-3 an answer can be given once; a second one, of either kind, throws', async () => {
  const answered = createDeferred()
  answered.resolve('first')
  expect(() => answered.resolve('second')).toThrow(told)
  expect(() => answered.reject(new Error('late'))).toThrow(told)
  expect(await answered.promise).toBe('first')

  const failed = createDeferred()
  failed.reject(new Error('first'))
  expect(() => failed.resolve('late')).toThrow(told)
  await expect(failed.promise).rejects.toThrow('first')
})
