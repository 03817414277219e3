import { ATTACHMENT_LIMITS } from '@portico/rules/messages/attachments'
import { expect, test } from 'vitest'
import { afterSending, isBusy, listIds, toEntries, withChange, withFiles, withVerdicts } from './files-state.ts'

const file = (key: string, name = `${key}.pdf`, size = 10) => ({ key, name, size })
const buildKept = (attachmentId: string, status: 'clean' | 'scanning' | 'refused') => ({
  attachmentId,
  name: 'a.pdf',
  size: 10,
  type: 'application/pdf',
  status,
  refusal: status === 'refused' ? ('ATTACHMENT-VIRUS' as const) : null,
})

test('MC-4 a file that cannot be attached is reported before it is sent, and does not count', () => {
  const entries = withFiles(
    [],
    [file('1'), file('2', 'a.exe'), file('3', 'a.txt', 0), file('4'), file('5'), file('6'), file('7'), file('8')],
    ATTACHMENT_LIMITS,
  )
  expect(entries.map(({ step, refusal }) => refusal ?? step)).toEqual([
    ...['waiting', 'ATTACHMENT-TYPE', 'ATTACHMENT-EMPTY', 'waiting', 'waiting', 'waiting', 'waiting'],
    'ATTACHMENT-COUNT',
  ])
  expect([listIds(entries), isBusy(entries)]).toEqual([[], true])
})

test('MC-4 a message waits for uploads and for a decision on failed ones, not for the virus check', () => {
  const entries = withFiles([], [file('1'), file('2')], ATTACHMENT_LIMITS)
  const there = withChange(withChange(entries, '1', { step: 'clean', attachmentId: 'a' }), '2', {
    step: 'scanning',
    attachmentId: 'b',
  })
  expect([listIds(there), isBusy(there)]).toEqual([['a', 'b'], false])
  expect(isBusy(withChange(there, '2', { step: 'failed' }))).toBe(true)
  const judged = withVerdicts(there, [buildKept('a', 'refused'), buildKept('b', 'refused')])
  expect(judged.map(({ step }) => step)).toEqual(['clean', 'refused'])
  expect(listIds(judged)).toEqual(['a'])
})

test('MC-4 a draft finds its files again, and only its own', () => {
  const entries = toEntries(['a', 'gone'], [buildKept('a', 'scanning'), buildKept('c', 'clean')])
  expect(entries).toMatchObject([{ key: 'a', attachmentId: 'a', step: 'scanning' }])
})

test('MC-4 after the message is sent, files that could not be sent stay listed; sent ones do not', () => {
  const entries = withFiles([], [file('1'), file('2', 'a.exe'), file('3')], ATTACHMENT_LIMITS)
  const there = withChange(withChange(entries, '1', { step: 'clean', attachmentId: 'a' }), '3', {
    step: 'scanning',
    attachmentId: 'c',
  })
  expect(afterSending(there, []).map(({ key }) => key)).toEqual(['2'])
  // The message was not accepted: it stays, along with its files.
  expect(afterSending(there, ['a', 'c']).map(({ key }) => key)).toEqual(['1', '2', '3'])
})
