import { expect, onTestFinished, test, vi } from 'vitest'
import { setCallSettings } from '../../base/api/settings.ts'
import { testPage } from '../../base/test-render.tsx'
import { allTexts } from '../../base/texts/test-texts.ts'
import { rememberList } from './list-preference.ts'

test('ST-2 of two choices made at once, the later one is stored last', async () => {
  setCallSettings({
    appId: 'chmmbr',
    services: testPage.services,
    t: allTexts('en').t,
  })
  const answer = Promise.withResolvers<Response>()
  const sizes: number[] = []
  vi.stubGlobal('fetch', (_address: string, { body }: { readonly body: string }) => {
    sizes.push(JSON.parse(body).payload.value.pageSize)
    return answer.promise.then((one) => one.clone())
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  for (const pageSize of [50, 100] as const) rememberList(testPage, { pageSize, sorting: 'newest' })
  await expect.poll(() => sizes).toEqual([50])
  answer.resolve(Response.json({ baseMessage: {}, payload: {} }))
  await expect.poll(() => sizes).toEqual([50, 100])
})
