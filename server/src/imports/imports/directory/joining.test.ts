import { expect, test } from 'vitest'
import { createJoining } from './joining.ts'
import { readPlanNet } from './plan-net-shapes.ts'

const role = (id: number, of: number) =>
  readPlanNet({ resourceType: 'PractitionerRole', id: `r${id}`, practitioner: { reference: `Practitioner/p${of}` } })
const seat = { is: 'seat', seat: { brand: 'ibc', networkId: 'n', zip: null, begins: null, ends: null } } as never

test('IM-5 IM-7 of a file without order no more than 32 MB of texts are kept, and what is complete makes room', () => {
  const joining = createJoining(({ practitioner }) => practitioner?.reference ?? null, '2026-11-28')
  const people = 1000
  const text = 'x'.repeat(60_000)
  for (let at = 0; at < 2 * people; at += 1) joining.expect(role(at, at % people))
  const bring = (at: number) =>
    joining.add(role(at, at % people), [seat], { at: { file: 'f', line: at }, text } as never)
  for (let at = 0; at < people; at += 1) expect(bring(at)).toEqual([])
  const whole = Array.from({ length: people }, (_, at) => bring(people + at))
  const first = whole.map(([one]) => one?.piece.text.length)
  expect(whole.map((some) => some.length)).toEqual(first.map(() => 2))
  expect(first.reduce<number>((sum, length) => sum + (length ?? 0), 0)).toBeLessThanOrEqual(32 * 1024 * 1024)
  expect(first[0]).toBe(60_000)
  expect(first.at(-1)).toBe(0)
  // Whoever completes a provider keeps their own text.
  expect(whole.every(([, last]) => last?.piece.text === text)).toBe(true)
})
