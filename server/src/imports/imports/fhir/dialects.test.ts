import { describe, expect, test } from 'vitest'
import {
  buildLevel,
  buildLevels,
  findTable,
  type Kind,
  kinds,
  linesIn,
  listStated,
} from '../../../../test/fhir/dialect-tables.ts'
import { dialects, type Eob } from '../../../../test/fhir/dialects.ts'
import type { ReadClaim } from './read-claim.ts'
import { readResource } from './read-resource.ts'

function expectFigures(figures: ReadClaim['figures'], stated: ReadonlyMap<Kind, number>, name: string): void {
  for (const kind of kinds) {
    if (kind === 'paidToProvider' || kind === 'paidToPatient') continue
    // A calculated amount never contradicts the file.
    const isWorkedOut = !stated.has(kind) && (kind === 'share' || kind === 'discount')
    if (!isWorkedOut) expect(figures[kind], `${name}: ${kind}`).toBe(stated.get(kind) ?? null)
  }
  const { billed, discount, planPaid, otherPaid, share, addsUp } = figures
  if (share === null) return
  expect(addsUp, name).toBe(true)
  expect((discount ?? 0) + (planPaid ?? 0) + (otherPaid ?? 0) + share, name).toBe(billed)
}

function readEob(eob: Eob): ReadClaim {
  const read = readResource('ExplanationOfBenefit', JSON.stringify(eob), Buffer.alloc(0), '2026-11-26')
  if (read?.type !== 'claim') throw new Error(`${eob.id} was not read as a claim.`)
  return read.incoming.read
}

describe.each(dialects)('IM-1 claims of $name', ({ name, claims }) => {
  const table = findTable(name)

  test.each(claims.map((eob) => [eob.id, eob] as const))(
    'IM-1 every amount of %s is the file’s, as its table says',
    (id, eob) => {
      const read = readEob(eob)
      const levels = buildLevels(table, eob)
      expectFigures(read.figures, listStated(levels), id)
      const words = (all: readonly { readonly cents: number }[]) =>
        all.map(({ cents }) => cents).toSorted((a, b) => a - b)
      const repeats = (cents: number, place: number) =>
        levels.slice(0, place).some((above) => above.words.includes(cents))
      const inWords = levels
        .flatMap((level, place) => level.words.filter((cents) => !repeats(cents, place)))
        .toSorted((a, b) => a - b)
      expect(words(read.others)).toEqual(inWords)
      const lines = linesIn(eob)
      expect(read.lines).toHaveLength(lines.length)
      for (const [index, line] of read.lines.entries()) {
        const { adjudication = [] } = lines[index] ?? {}
        const field = table.has('total eligible') ? 'total' : 'item.adjudication'
        const level = buildLevel(table, [[field, adjudication]])
        expectFigures(line.figures, listStated([level]), `${id} line ${index + 1}`)
        expect(words(line.others)).toEqual(level.words.toSorted((a, b) => a - b))
      }
      expect(read.decided).toBe(true)
    },
  )

  test('IM-1 each claim has a number of its own', () => {
    const numbers = claims.map((eob) => readEob(eob).claimNumber)
    expect(new Set(numbers).size).toBe(new Set(claims.map(({ id }) => id)).size)
  })
})
