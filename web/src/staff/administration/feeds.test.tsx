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
  counts,
  before: { ...counts, members: 100, paidCents: 5000 },
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
  expect(text).not.toContain('Store anyway')
})

test('FD-7 held files say why, by sender, with their figures beside those of the last time, and wait for somebody to agree', () => {
  const part = { sender: 'PLAINSHEALTH', before: { ...counts, members: 100, missing: 0 }, endsMissing: false }
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
      { ...part, sender: 'DENTALCO', set: '837', before: null, counts, found: [{ reason: 'first', is: 0, limit: 0 }] },
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

test('FD-7 files that have not come when they were expected are late', () => {
  expect(listShown({ expectedBy: '2026-03-02T07:00:00.000Z', late: true })).toMatch(
    /Late.*The next ones are expected by/,
  )
})
