import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractPlace, numberInstead, type SayingCoverage } from './contract.ts'

const today = '2026-11-23'
const mom: SayingCoverage = {
  memberNumber: 'MOM80003',
  contractNumber: 'MOM800',
  relationshipCode: '05',
  kind: 'medical',
  begins: '2025-01-01',
  ends: null,
  order: null,
}
const dad = { ...mom, memberNumber: 'DAD80002', contractNumber: 'DAD800' }
const none = { own: [], withdrawn: [], others: [] }
const child = { memberNumber: '88', stored: { contractNumber: 'MOM800', relationshipCode: '05' } }
const alone = { memberNumber: '88', stored: { contractNumber: '88', relationshipCode: '18' } }
const dental = { ...mom, kind: 'dental', relationshipCode: null, begins: '2026-06-01' } as const

describe('MP-14 RO-4 whose contract someone is on', () => {
  test.each([
    ['a coverage that ended', { own: [mom, { ...dad, ends: '2023-12-31' }] }],
    ['a coverage that begins later', { own: [mom, { ...dad, begins: '2027-01-01' }] }],
    ['a withdrawn coverage', { own: [mom], withdrawn: [dad] }],
    ['another insurer’s coverage', { own: [mom], others: [{ ...dad, relationshipCode: '18' }] }],
    ['a dental coverage', { own: [mom, { ...dad, kind: 'dental' as const, begins: '2026-06-01' }] }],
    [
      'a coverage that pays second',
      {
        own: [
          { ...mom, order: 1 },
          { ...dad, order: 2, begins: '2026-06-01' },
        ],
      },
    ],
    ['a coverage that does not say', { own: [mom, dental] }],
    ['only such a one in force', { own: [{ ...mom, begins: '2027-01-01' }, dental] }],
  ])('MP-14 RO-4 %s does not change it', (_, some) => {
    for (const person of [child, alone])
      expect(contractPlace({ ...none, ...some }, person, today)).toEqual(child.stored)
  })

  test('MP-14 among ended coverages, the one that ended last decides', () => {
    const own = [
      { ...mom, ends: '2025-12-31' },
      { ...dad, ends: '2023-12-31', begins: '2023-01-01' },
    ]
    expect(contractPlace({ ...none, own }, alone, today)).toEqual(child.stored)
  })

  test('MP-14 a value that no coverage states stays as it is', () => {
    const silent = { ...mom, contractNumber: null, relationshipCode: null }
    for (const { stored } of [child, alone])
      expect(contractPlace({ ...none, own: [silent] }, { memberNumber: '88', stored }, today)).toEqual(stored)
    expect(contractPlace({ ...none, own: [{ ...silent, relationshipCode: '01' }] }, child, today)).toEqual({
      contractNumber: 'MOM800',
      relationshipCode: '01',
    })
  })

  test('MP-14 RO-4 nobody becomes the subscriber of a contract with another number, unless a coverage says so', () => {
    const on = (own: SayingCoverage) => contractPlace({ ...none, own: [own] }, alone, today).relationshipCode
    expect(on(dental)).toBe('05')
    expect(on({ ...dental, contractNumber: '88' })).toBe('18')
    expect(on({ ...dental, relationshipCode: '18' })).toBe('18')
  })

  test('MP-14 RO-4 a child does not stay on a contract that only withdrawn coverages name; a subscriber does', () => {
    const of = (relationshipCode: string) => ({ ...child, stored: { contractNumber: 'MOM800', relationshipCode } })
    const place = (code: string) => contractPlace({ ...none, withdrawn: [mom] }, of(code), today).contractNumber
    expect([place('05'), place('01'), place('18')]).toEqual(['88', '88', 'MOM800'])
  })

  test('MP-14 RO-4 nor does anyone stay on another insurer’s contract', () => {
    const person = { memberNumber: '88', stored: { contractNumber: 'DAD800', relationshipCode: '18' } }
    const own = [{ ...mom, contractNumber: null }]
    const place = contractPlace({ ...none, own, others: [dad] }, person, today)
    expect(place).toEqual({ contractNumber: '88', relationshipCode: '05' })
  })

  test('IM-1 MP-14 the order in which coverages arrive does not matter', () => {
    const one = fc.record({
      memberNumber: fc.constant(null),
      contractNumber: fc.constantFrom('MOM800', 'DAD800', null),
      relationshipCode: fc.constantFrom('18', '01', '05', null),
      kind: fc.constantFrom('medical' as const, 'dental' as const),
      begins: fc.constantFrom('2025-01-01', '2027-01-01', null),
      ends: fc.constantFrom('2025-12-31', '2026-12-31', null),
      order: fc.constant(null),
    })
    const some = fc.uniqueArray(one, {
      maxLength: 4,
      selector: ({ kind, begins }) => `${kind} ${begins}`,
    })
    fc.assert(
      fc.property(some, (own) => {
        const place = (all: readonly SayingCoverage[]) => contractPlace({ ...none, own: all }, alone, today)
        expect(place(own.toReversed())).toEqual(place(own))
      }),
    )
  })
})

test('IM-1 the plan’s own number replaces one from another insurer or a withdrawn coverage', () => {
  const instead = (some: object, number: string) => numberInstead({ ...none, ...some }, number, today)
  expect(instead({ own: [mom], others: [dad] }, 'DAD80002')).toBe('MOM80003')
  expect(instead({ own: [mom], withdrawn: [dad] }, 'DAD80002')).toBe('MOM80003')
  expect(instead({ own: [mom, dad], withdrawn: [dad] }, 'DAD80002')).toBeNull()
  expect(instead({ own: [mom], others: [dad] }, '88')).toBeNull()
  expect(instead({ others: [dad] }, 'DAD80002')).toBeNull()
})
