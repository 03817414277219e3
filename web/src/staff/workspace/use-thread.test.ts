import { stubs } from '@portico/contract/stubs'
import { expect, test } from 'vitest'
import { withLook } from './use-thread.ts'

const thread = stubs.workspaceThread
const { version } = thread
const newer = { ...thread, version: version + 2, state: 'resolved' as const }
const older = { ...thread, version: version + 1, state: 'waiting' as const }

test('MC-6 an answer that is older than the displayed conversation does not replace it', () => {
  const opened = { thread, changes: [], seenVersion: version }
  const followed = withLook(opened, newer, { telling: true, unasked: true })
  expect(followed).toMatchObject({
    thread: { state: 'resolved' },
    changes: [{ kind: 'resolved' }],
    seenVersion: version,
  })
  // Of the state they requested, the person has seen this much, and no more.
  expect(withLook(followed, older, {})).toEqual({ ...followed, seenVersion: version + 1 })
  expect(withLook(followed, older, { telling: true, unasked: true })).toEqual(followed)
  const asked = withLook(opened, newer, {})
  expect(asked.seenVersion).toBe(version + 2)
  expect(withLook(asked, older, {})).toEqual(asked)
})
