import { describe, expect, test } from 'vitest'
import { accessScopes, scopesOfDependent, scopeWords } from '../people/access.ts'
import { type HeldOfPerson, maySendFormAbout } from './about.ts'
import { checkForm, type FieldRule } from './check.ts'
import { formKinds } from './kinds.ts'

const today = { year: 2026, month: 11, day: 22 }
const subscriber = { relationshipCode: '18', dateOfBirth: { year: 1982, month: 3, day: 19 } }
const createPerson = (year: number, relationshipCode = '05') => ({
  relationshipCode,
  dateOfBirth: { year, month: 1, day: 1 },
})
const findByContract = (person: ReturnType<typeof createPerson>) => scopesOfDependent(subscriber, person, today)
const listKinds = (held: Omit<HeldOfPerson, 'words'>, words: number | null = scopeWords) =>
  formKinds.filter((kind) => maySendFormAbout(kind, { ...held, words }))

describe('MP-21 whom a form may be about', () => {
  test('MP-21 RG-3 a subscriber sends every form for a young child, and for a teenager only those about what the plan shows them', () => {
    const young = findByContract(createPerson(2017))
    expect(listKinds({ byContract: young, scopes: young }, null)).toEqual([...formKinds])
    const teenager = findByContract(createPerson(2010))
    expect(listKinds({ byContract: teenager, scopes: teenager }, null)).toEqual(['other-insurance'])
    const grown = findByContract(createPerson(2000))
    expect(listKinds({ byContract: grown, scopes: grown }, null)).toEqual([])
  })

  test('MP-21 RG-3 for a spouse, forms require what they share and the right to write, and never decide for them', () => {
    const byContract = findByContract(createPerson(1984, '01'))
    expect(listKinds({ byContract, scopes: ['coverage', 'claims', 'messages'] })).toEqual([])
    expect(listKinds({ byContract, scopes: ['coverage', 'messages', 'write'] })).toEqual(['other-insurance'])
    expect(listKinds({ byContract, scopes: [...accessScopes] })).toEqual(['claim', 'reimbursement', 'other-insurance'])
    // Shared under an edition that did not name forms yet.
    expect(listKinds({ byContract, scopes: [...accessScopes] }, 1)).toEqual([])
  })

  test('MP-21 the claim to appeal belongs to the person that the form is about', () => {
    const rule = { required: true, max: 200, past: false, coming: false, showIf: null }
    const fields: FieldRule[] = [
      { ...rule, name: 'about', type: 'person', options: [{ value: 'tomas' }, { value: 'alma' }] },
      { ...rule, name: 'claim', type: 'claim', options: [{ value: 'c1', of: 'alma' }] },
    ]
    expect(checkForm(fields, { about: 'alma', claim: 'c1' }, today)).toEqual({})
    expect(checkForm(fields, { about: 'tomas', claim: 'c1' }, today)).toEqual({ claim: { code: 'select.not-chosen' } })
    expect(checkForm(fields, { about: 'someone', claim: 'c1' }, today)).toMatchObject({
      about: { code: 'select.not-chosen' },
    })
    expect(checkForm(fields, { claim: 'c1' }, today)).toEqual({ about: { code: 'select.not-chosen' } })
  })
})
