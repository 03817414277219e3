import { stubs } from '@portico/contract/stubs'
import { expect, test } from 'vitest'
import { changesBetween, withChanges } from './changes.ts'

const before = stubs.workspaceThread
const entry = {
  ...before.entries[0],
  entryId: '0197f7a0-0000-7000-8000-0000000000ff',
} as (typeof before.entries)[number]

test('MC-6 changes by a colleague or the member are announced, and nothing else', () => {
  expect(changesBetween(before, before)).toEqual([])
  const after = {
    ...before,
    entries: [...before.entries, { ...entry, kind: 'to-member' as const, from: 'Dana, Customer Service' }],
    assignee: { accountId: 'x', name: 'Dana Whitfield' },
    state: 'waiting' as const,
  }
  expect(changesBetween(before, after)).toEqual([
    { kind: 'answered', by: 'Dana, Customer Service' },
    { kind: 'assigned', by: 'Dana Whitfield' },
    { kind: 'waiting' },
  ])
  expect(changesBetween(after, { ...after, assignee: null })).toEqual([{ kind: 'released' }])
})

test('MC-6 earlier announcements stay along with new ones, each once', () => {
  const answered = { kind: 'answered', by: 'Dana' } as const
  expect(withChanges([answered], [{ kind: 'resolved' }, answered])).toEqual([answered, { kind: 'resolved' }])
})
