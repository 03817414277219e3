import { expect, test } from 'vitest'
import { loadingStore, startLoading } from './loading.ts'

test('MN-6 the indicator is asked for until the last request is complete', () => {
  expect(loadingStore.get()).toBe(false)
  const told: boolean[] = []
  const stop = loadingStore.subscribe(() => told.push(loadingStore.get()))
  const endFirst = startLoading()
  const endSecond = startLoading()
  endFirst()
  endFirst()
  expect(loadingStore.get()).toBe(true)
  endSecond()
  expect(loadingStore.get()).toBe(false)
  stop()
  startLoading()()
  expect(told).toEqual([true, true, true, false])
})
