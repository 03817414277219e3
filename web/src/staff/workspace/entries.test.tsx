import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { Entries } from './entries.tsx'
import type { OpenedThread } from './types.ts'

test.each([
  ['412-555-0134', 'morning', 'Call back: 412-555-0134, in the morning'],
  ['412-555-0134', null, 'Call back: 412-555-0134<'],
  [null, 'evening', 'Call back at the number on file, in the evening'],
  [null, 'any', 'Call back at the number on file, any time'],
])('MC-3 MC-6 staff read the phone and the best time that a member gave: %s, %s', (phoneNumber, bestTime, words) => {
  const entry = {
    entryId: 'a',
    kind: 'from-member',
    from: 'Mayte Escobar',
    onBehalf: false,
    at: '2026-11-20T15:00:00.000Z',
    text: 'Please call me.',
    read: null,
    callBack: { phoneNumber, bestTime },
    attachments: [],
  }
  const props = { files: {} as never, loadEarlier: async () => null }
  const render = (callBack: unknown) => {
    const thread = { threadId: 't', entries: [{ ...entry, callBack }], earlier: null } as unknown as OpenedThread
    return renderPage(<Entries thread={thread} {...props} />).replaceAll('<!-- -->', '')
  }
  expect(render(entry.callBack)).toContain(words)
  expect(render(null)).not.toContain('Call back')
})
