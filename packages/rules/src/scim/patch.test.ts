import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ScimError } from './error.ts'
import { patchGroup, readGroup } from './group.ts'
import { producerSchema, userSchema } from './names.ts'
import { readOperations } from './operations.ts'
import { projectResource } from './projection.ts'
import { patchUser, readUser } from './user.ts'

const babs = readUser(
  { schemas: [userSchema], userName: 'BABS01', name: { givenName: 'Babs', familyName: 'Jensen' }, active: true },
  null,
)
const patch = (...operations: unknown[]) => patchUser(babs, readOperations({ Operations: operations }))
const refusal = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    if (error instanceof ScimError && error.status === 400) return error.scimType
    throw error
  }
}
const [one, two] = ['01a201ca-0000-7000-8000-000000000001', '01a201ca-0000-7000-8000-000000000002']

describe('OS-68 users as Entra and Okta send them', () => {
  test('OS-68 Entra: operations in capitals, booleans as texts, brackets that choose the address of work', () => {
    expect(patch({ op: 'Replace', path: 'active', value: 'False' }).active).toBe(false)
    expect(
      patch(
        { op: 'Add', path: 'emails[type eq "work"].value', value: 'babs@plan.example' },
        { op: 'Replace', path: 'name.familyName', value: 'Barry' },
        { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '555 0100' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '555 0199' },
        { op: 'Replace', path: 'displayName', value: 'Babs' },
        { op: 'Add', path: 'title', value: 'Director' },
        { op: 'Add', path: 'addresses[type eq "work"].country', value: 'US' },
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Mail' },
      ),
    ).toEqual({ ...babs, email: 'babs@plan.example', familyName: 'Barry', phone: '555 0100', displayName: 'Babs' })
  })

  test('OS-68 without a path, the value names the attributes, nested or dotted', () => {
    expect(patch({ op: 'replace', value: { active: false } }).active).toBe(false)
    expect(
      patch({
        op: 'Add',
        value: { 'name.givenName': 'Bo', name: { familyName: 'Lee' }, id: 'x', [`${producerSchema}:npn`]: '99' },
      }),
    ).toEqual({ ...babs, givenName: 'Bo', familyName: 'Lee', npn: '99' })
  })

  test('OS-68 Okta: a whole user replaces everything, but a missing active stays unchanged', () => {
    const emails = [
      { value: 'home@plan.example', type: 'home' },
      { value: 'b@plan.example', type: 'work', primary: true },
    ]
    const before = { ...babs, active: false, npn: '1' }
    expect(readUser({ userName: 'BABS02', emails, groups: [], password: 'x', meta: {} }, before)).toEqual({
      ...{ userName: 'BABS02', externalId: null, active: false, displayName: null, givenName: null },
      ...{ familyName: null, email: 'b@plan.example', phone: null, npn: null, agencies: [] },
    })
  })

  test('OS-66 agencies of a producer are set, added, entitled and removed by agency and region', () => {
    const path = `${producerSchema}:agencies`
    const first = { agencyId: '7', region: 'West', entitlements: ['quote', 'leads'] as const }
    const added = patch(
      { op: 'add', path, value: [first] },
      { op: 'add', path, value: { agencyId: '8', region: 'East' } },
    )
    expect(added.agencies).toEqual([
      { agencyId: '7', region: 'West', entitlements: ['leads', 'quote'] },
      { agencyId: '8', region: 'East', entitlements: [] },
    ])
    const next = (...operations: unknown[]) => patchUser(added, readOperations({ Operations: operations })).agencies
    expect(next({ op: 'remove', path: `${path}[agencyId eq "7" and region eq "West"]` })).toHaveLength(1)
    expect(next({ op: 'replace', path: `${path}[agencyId eq "8"].entitlements`, value: ['manage'] })[1]).toEqual({
      ...{ agencyId: '8', region: 'East', entitlements: ['manage'] },
    })
    expect(next({ op: 'remove', path })).toEqual([])
    expect(
      refusal(() => next({ op: 'add', path, value: [{ agencyId: '9', region: 'X', entitlements: ['all'] }] })),
    ).toBe('invalidValue')
  })

  test.each([
    [{ op: 'replace', path: '__proto__.isAdmin', value: true }, 'invalidPath'],
    [{ op: 'replace', path: 'constructor.prototype.isAdmin', value: true }, 'invalidPath'],
    [{ op: 'add', value: { constructor: { prototype: { isAdmin: true } } } }, 'invalidPath'],
    [{ op: 'add', value: JSON.parse('{"__proto__":{"isAdmin":true}}') }, 'invalidPath'],
    [{ op: 'replace', path: 'loginId', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'add', path: 'groups', value: [{ value: one }] }, 'mutability'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'move', path: 'active', value: true }, 'invalidSyntax'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: 'a\u0000b' }, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: 'x'.repeat(257) }, 'invalidValue'],
    [{ op: 'replace', path: 'active[type eq "x"]', value: true }, 'invalidPath'],
  ])('OS-70 a patch changes only known attributes: %j', (operation, scimType) => {
    expect(refusal(() => patch(operation))).toBe(scimType)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  test('OS-70 any patch is either applied or refused, and no other object changes', () => {
    const paths = [
      'active',
      'emails',
      'emails[type eq "work"].value',
      'name',
      '__proto__.x',
      'members',
      `${producerSchema}:agencies`,
    ]
    const operation = fc.record(
      {
        op: fc.constantFrom('add', 'Replace', 'remove'),
        path: fc.oneof(fc.constantFrom(...paths), fc.string()),
        value: fc.jsonValue(),
      },
      { requiredKeys: ['op'] },
    )
    const body = fc.oneof(fc.jsonValue(), fc.record({ Operations: fc.array(operation) }))
    fc.assert(
      fc.property(body, (sent) => {
        refusal(() => patchUser(babs, readOperations(sent)))
        refusal(() => patchGroup(readGroup({ displayName: 'Staff' }), readOperations(sent)))
        refusal(() => readUser(sent, babs))
        refusal(() => readGroup(sent))
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
    )
  })
})

describe('OS-68 groups as Entra and Okta send them', () => {
  const group = readGroup({ displayName: 'Desk', members: [{ value: one }] })
  const members = (...operations: unknown[]) => [
    ...patchGroup(group, readOperations({ Operations: operations })).members,
  ]

  test('OS-68 members are added and removed in every form', () => {
    expect(members({ op: 'Add', path: 'members', value: [{ value: two.toUpperCase() }] })).toEqual([one, two])
    expect(members({ op: 'add', value: { members: [{ value: two, display: 'Bo' }] } })).toEqual([one, two])
    expect(members({ op: 'Remove', path: 'members', value: [{ value: one }] })).toEqual([])
    expect(members({ op: 'remove', path: `members[value eq "${one}"]` })).toEqual([])
    expect(members({ op: 'remove', path: 'members' })).toEqual([])
    expect(members({ op: 'replace', path: 'members', value: [{ value: two }] })).toEqual([two])
    expect(members({ op: 'Remove', path: 'members', value: [{ value: two }] })).toEqual([one])
  })

  test('OS-68 a group is renamed with or without a path, and its id is not written', () => {
    expect(
      patchGroup(group, readOperations({ Operations: [{ op: 'replace', value: { id: one, displayName: 'Mail' } }] })),
    ).toMatchObject({ displayName: 'Mail' })
    expect(refusal(() => members({ op: 'replace', path: 'id', value: two }))).toBe('mutability')
    expect(refusal(() => members({ op: 'remove', path: 'displayName' }))).toBe('invalidValue')
    expect(refusal(() => members({ op: 'add', path: 'members', value: [{ value: 'nobody' }] }))).toBe('invalidValue')
  })
})

test('OS-66 attributes and excludedAttributes select parts, and id and schemas stay', () => {
  const resource = { schemas: [userSchema], id: one, userName: 'b', name: { givenName: 'B', familyName: 'J' } }
  const project = (attributes: string | null, excluded: string | null) =>
    projectResource(resource, { attributes, excluded })
  expect(project('userName', null)).toEqual({ schemas: [userSchema], id: one, userName: 'b' })
  expect(project(`name.givenName, ${userSchema}:userName`, null)).toEqual({
    ...{ schemas: [userSchema], id: one, userName: 'b', name: { givenName: 'B' } },
  })
  expect(project(null, 'NAME,id')).toEqual({ schemas: [userSchema], id: one, userName: 'b' })
})
