import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLanes } from './lanes.ts'

interface Piece {
  readonly name: string
  readonly keys: readonly string[]
}

/** A store that takes turns, and records which batches overlap. */
function createStore() {
  const done: string[] = []
  const open = new Set<readonly Piece[]>()
  const together: string[][] = []
  const store = async (batch: readonly Piece[]) => {
    open.add(batch)
    together.push([...open].flat().map(({ name }) => name))
    const names = [...open].filter((one) => one !== batch).flatMap((one) => one.flatMap(({ keys }) => keys))
    for (const key of batch.flatMap(({ keys }) => keys)) expect(names).not.toContain(key)
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
    open.delete(batch)
    done.push(...batch.map(({ name }) => name))
  }
  return { store, done, together }
}

it('FD-1 stores batches concurrently, except those about the same people, which keep their order', async () => {
  const { store, done, together } = createStore()
  const lanes = createLanes<Piece>({ count: 2, isFull: (pieces) => pieces >= 2, store })
  const people = ['a', 'b', 'c', 'a', 'd', 'b', 'e', 'a', 'a', 'c', 'f', 'a', 'd', 'b', 'a', 'c']
  const pieces = people.map((person, at): Piece => ({ name: `${person}${at}`, keys: [person] }))
  // One piece says that two people in different lanes are on the same contract.
  pieces.push({ name: 'ac16', keys: ['a', 'c'] }, { name: 'c17', keys: ['c'] }, { name: 'a18', keys: ['a'] })
  for (const piece of pieces) await lanes.add(piece, piece.keys, 1)
  await lanes.settle()
  expect(done.toSorted()).toEqual(pieces.map(({ name }) => name).toSorted())
  for (const person of ['a', 'b', 'c', 'd']) {
    const theirs = (names: readonly string[]) => names.filter((name) => name.replace(/\d+/, '').includes(person))
    expect(theirs(done)).toEqual(theirs(pieces.map(({ name }) => name)))
  }
  expect(Math.max(...together.map(({ length }) => length))).toBeGreaterThan(2)
})

it('FD-1 reports a batch that could not be stored, and leaves nothing running', async () => {
  let under = 0
  const lanes = createLanes<string>({
    count: 2,
    isFull: () => true,
    store: async (batch) => {
      under += 1
      await setImmediate()
      under -= 1
      if (batch.includes('bad')) throw new Error('refused')
    },
  })
  await lanes.add('bad', ['x'], 1)
  await lanes.add('good', ['y'], 1)
  await expect(lanes.settle()).rejects.toThrow('refused')
  await lanes.end()
  expect(under).toBe(0)
})
