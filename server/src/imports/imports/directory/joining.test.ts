import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createJoining } from './joining.ts'
import { readPlanNet } from './plan-net-shapes.ts'
import { createShelf } from './shelf.ts'

const role = (id: number, of: number) =>
  readPlanNet({ resourceType: 'PractitionerRole', id: `r${id}`, practitioner: { reference: `Practitioner/p${of}` } })
const seat = { is: 'seat', seat: { brand: 'ibc', networkId: 'n', zip: null, begins: null, ends: null } } as never

test('IM-5 IM-7 an unsorted file keeps no more than 32 MB of texts, and complete providers free their share', () => {
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
  // The resource that completes a provider keeps its own text.
  expect(whole.every(([, last]) => last?.piece.text === text)).toBe(true)
})

test('IM-5 IM-7 an unsorted file holds no more in memory than the shelf takes, and all of it comes back', () => {
  const listFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('portico-directory-'))
  const before = listFolders()
  const planIds = ['a', 'ö']
  const people = 200
  const run = (most: number) => {
    const shelf = createShelf(most)
    const joining = createJoining(({ practitioner }) => practitioner?.reference ?? null, '2026-11-28', shelf)
    for (let at = 0; at < 4 * people; at += 1) joining.expect(role(at, at % people))
    let held = 0
    const came = Array.from({ length: 3 * people + people / 2 }, (_, at) => {
      const own = {
        is: 'seat',
        seat: { brand: 'ibc', networkId: `n${at}`, zip: null, begins: null, ends: null, planIds },
      }
      const piece = { at: { file: 'f', line: at }, text: `${at}` }
      const all = joining.add(role(at, at % people), [own] as never, piece)
      held = Math.max(held, shelf.inMemory)
      return all
    })
    const rest = [...joining.rest()]
    const folders = listFolders().filter((name) => !before.includes(name))
    joining.close()
    return { came, rest, held, folders }
  }
  const [all, some] = [run(10_000), run(50)]
  expect([all.held, some.held]).toEqual([3 * people, 50])
  expect([some.came, some.rest]).toEqual([all.came, all.rest])
  expect(some.came.flat()).toHaveLength((people / 2) * 4)
  expect(some.rest).toHaveLength((people / 2) * 3)
  expect([all.folders.length, some.folders.length]).toEqual([0, 1])
  expect(some.folders.filter((name) => existsSync(`${tmpdir()}/${name}`))).toEqual([])
})
