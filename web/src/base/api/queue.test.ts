import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

test('MP-20 MP-23 concurrent changes are made in turn, also after one that failed', async () => {
  const enqueue = createQueue()
  const steps: string[] = []
  const change = (name: string, answer: Promise<string>) =>
    enqueue(() => {
      steps.push(`${name} asked`)
      return answer.finally(() => steps.push(`${name} answered`))
    })
  const slow = Promise.withResolvers<string>()
  const all = [
    change('first', slow.promise),
    change('second', Promise.reject(new Error('no'))),
    change('third', Promise.resolve('3')),
  ]
  await Promise.resolve()
  expect(steps).toEqual(['first asked'])
  slow.resolve('1')
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(steps).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} asked`, `${name} answered`]))
})
