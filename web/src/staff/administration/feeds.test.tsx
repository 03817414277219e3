import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { Feeds } from './feeds.tsx'

type Feed = Parameters<typeof Feeds>[0]['feeds'][number]

const counts = { members: 90, isFull: true, missing: 2, ended: 1, renamed: 0, refused: 3, claims: 12, paidCents: 7500 }
const feed: Feed = {
  feedId: '01a201ca-0000-7000-8000-000000000001',
  brand: 'Plains Health',
  arrivedAt: '2026-03-01T07:00:00.000Z',
  state: 'stored',
  reasons: [],
  decidedBy: null,
  decidedAt: null,
  counts,
  before: { ...counts, members: 100, paidCents: 5000 },
  beforeAt: '2026-02-28T07:00:00.000Z',
  parts: [],
  expectedBy: null,
  late: false,
}
const listShown = (one: Partial<Feed>) => renderPage(<Feeds feeds={[{ ...feed, ...one }]} onDone={() => undefined} />)

test('FD-7 a night is counted and compared with the one before, and can be undone', () => {
  const text = listShown({})
  expect(text).toContain('90 (10 fewer)')
  expect(text).toContain('$75.00 ($25.00 more)')
  expect(text).toContain('Undo')
  expect(text).not.toMatch(/Store anyway|Discard/)
})

test('FD-7 held files say why, by sender, with their figures beside those of the last time, and wait for somebody to agree', () => {
  const part = {
    sender: 'PLAINSHEALTH',
    before: { ...counts, members: 100, missing: 0 },
    beforeAt: '2026-02-20T07:00:00.000Z',
    endsMissing: false,
  }
  const text = listShown({
    state: 'held',
    reasons: ['smaller', 'paid', 'first'],
    parts: [
      { ...part, set: '834', counts, endsMissing: true, found: [{ reason: 'smaller', is: 70.5, limit: 75 }] },
      {
        ...part,
        set: '835',
        counts: { ...counts, paidCents: 20_000 },
        found: [{ reason: 'paid', is: 166.7, limit: 50 }],
      },
      {
        ...part,
        sender: 'DENTALCO',
        set: '837',
        before: null,
        beforeAt: null,
        counts,
        found: [{ reason: 'first', is: 0, limit: 0 }],
      },
    ],
  })
  expect(text).toContain('It lists fewer than 75% of the members of the last one. This time it is 70.5%.')
  expect(text).toMatch(/Members \(834\) of PLAINSHEALTH.*Last time.*Now.*Members.*100.*90.*10 fewer/)
  expect(text).toContain('the coverage of the 2 members who are missing ends on the day before the file’s')
  expect(text).toMatch(/Payments \(835\).*Paid.*\$75\.00.*\$200\.00.*\$125\.00 more/)
  expect(text).toContain('The amount paid is over 50% more or less than last time. This time it is 166.7%.')
  expect(text).toMatch(/of DENTALCO.*It is the first one/)
  // Figures that came for the first time have nothing beside them.
  expect(text.split('of DENTALCO')[1]).not.toMatch(/Last time|Change|None/)
  expect(text).toContain('Store anyway')
  expect(text).not.toContain('Undo')
})

test('FD-7 it says with which night files are compared, each sender’s with its own', () => {
  expect(listShown({})).toMatch(/Compared with the files that arrived on Feb 28, 2026/)
  const part = { sender: 'PLAINSHEALTH', set: '834', counts, endsMissing: false } as const
  const text = listShown({
    state: 'held',
    before: null,
    beforeAt: null,
    parts: [{ ...part, found: [], before: counts, beforeAt: '2026-02-20T07:00:00.000Z' }],
  })
  expect(text).toMatch(/Compared with the files that arrived on Feb 20, 2026/)
  expect(listShown({ before: null, beforeAt: null })).not.toContain('Compared')
})

test('FD-7 held files can be discarded; discarded ones say who did so and when, and nothing more can be decided', () => {
  expect(listShown({ state: 'held' })).toMatch(/Store anyway.*Discard/)
  const text = listShown({ state: 'discarded', decidedBy: 'Nora Lind', decidedAt: '2026-03-01T15:04:00.000Z' })
  expect(text).toMatch(/Discarded.*Decided by Nora Lind on Mar 1, 2026/)
  expect(text).not.toMatch(/Store anyway|Discard(?!ed)|Undo/)
  const part = { sender: 'PLAINSHEALTH', set: '834', before: null, beforeAt: null, counts, endsMissing: false } as const
  expect(
    listShown({ state: 'held', parts: [{ ...part, found: [{ reason: 'discarded', is: 0, limit: 0 }] }] }),
  ).toContain('Somebody discarded the same files before.')
})

test('FD-7 files that have not come when they were expected are late', () => {
  expect(listShown({ expectedBy: '2026-03-02T07:00:00.000Z', late: true })).toMatch(
    /Late.*The next ones are expected by/,
  )
})
