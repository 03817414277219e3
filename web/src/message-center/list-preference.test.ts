import { expect, onTestFinished, test, vi } from 'vitest'
import { api } from '../api/api.ts'
import { testPage } from '../test-render.tsx'
import { rememberList } from './list-preference.ts'

test('ST-2 of two choices made at once, the later one is stored last', async () => {
  const answer = Promise.withResolvers<never>()
  const call = vi.spyOn(api, 'call').mockReturnValue(answer.promise)
  onTestFinished(() => void vi.restoreAllMocks())
  for (const pageSize of [50, 100] as const) rememberList(testPage, { pageSize, sorting: 'newest' })
  await Promise.resolve()
  expect(call).toHaveBeenCalledTimes(1)
  answer.resolve({} as never)
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(2))
  expect(call.mock.calls.map(([, sent]) => sent)).toMatchObject([
    { body: { value: { pageSize: 50 } } },
    { body: { value: { pageSize: 100 } } },
  ])
})
