import { expect, test } from 'vitest'
import { createLruCache } from './lru-cache.ts'

test('BR-13 the least recently used value is evicted, and another version is computed again', async () => {
  const made: string[] = []
  const keep = createLruCache<string>(2)
  const use = (key: string, version = '1') =>
    keep(key, version, () => {
      made.push(`${key}${version}`)
      return Promise.resolve(`${key}${version}`)
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await use(key)
  expect(made).toEqual(['a1', 'b1', 'c1', 'b1'])
  expect(await use('a', '2')).toBe('a2')
})

test('BR-13 a failed value is tried again, and does not remove its successor', async () => {
  const keep = createLruCache<string>(2)
  const broken = Promise.withResolvers<string>()
  const first = keep('a', '1', () => broken.promise)
  const second = keep('a', '2', () => Promise.resolve('second'))
  broken.reject(new Error('not made'))
  await expect(first).rejects.toThrow('not made')
  expect(await keep('a', '2', () => Promise.resolve('again'))).toBe(await second)
  await expect(keep('b', '1', () => Promise.reject(new Error('not made')))).rejects.toThrow()
  expect(await keep('b', '1', () => Promise.resolve('made'))).toBe('made')
})
