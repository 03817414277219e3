import { expect, test } from 'vitest'
import { allTexts } from '../../base/texts/test-texts.ts'
import { formatStatus } from './mail-search.tsx'

type Results = Parameters<typeof formatStatus>[0]

test.each([
  [0, false, null, 'No message has these words.'],
  [1, false, null, '1 message found'],
  [10, false, null, '10 messages found'],
  [10, false, 'older', 'The newest 10 messages found are shown. There are more.'],
  [2, true, null, 'No message has these words. 2 messages come close.'],
  [10, true, 'older', 'No message has these words. The newest 10 that come close are shown. There are more.'],
])('MC-2 a search of messages that shows %i (alike: %s, next: %s) says so', (count, alike, next, words) => {
  const messages = Array.from({ length: count }) as Results['messages']
  expect(formatStatus({ messages, alike, next }, allTexts('en').t)).toBe(words)
})
