import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findRole, ROLES } from './roles.ts'

it('RO-1 the roles by name', () => {
  expect([...ROLES].sort()).toEqual(['AGENCY_ADMIN', 'AGENT', 'INTERNAL', 'MEMBER', 'PROS', 'VISITOR'])
})

it.each(['MEMBER', 'AGENT', 'AGENCY_ADMIN', 'INTERNAL', 'PROS'])('RO-1 UserRole %s is the role', (userRole) => {
  expect(findRole({ userRole })).toBe(userRole)
  expect(findRole({ userRole, zipCode: '25301', county: 'Kanawha County' })).toBe(userRole)
})

it.each([
  [{ zipCode: '25301' }, 'PROS'],
  [{ county: 'Kanawha County' }, 'PROS'],
  [{ userRole: '', zipCode: '25301', county: null }, 'PROS'],
  [{ userRole: 'VISITOR', zipCode: '25301' }, 'PROS'],
  [{}, 'VISITOR'],
  [{ userRole: null, zipCode: '', county: ' ' }, 'VISITOR'],
  [{ zipCode: ' ', county: '' }, 'VISITOR'],
  [{ userRole: 'VISITOR' }, 'VISITOR'],
])('RO-1 without a role %j is %s', (user, role) => {
  expect(findRole(user)).toBe(role)
})

it('RO-1 an unknown role gives nobody more than a prospect', () => {
  const known: readonly string[] = ROLES
  const unknown = fc.string().filter((text) => !known.includes(text))
  const odd = fc.constantFrom('member', 'ADMIN', 'AGENT ', '__proto__', 'MEMBER,AGENT')
  fc.assert(
    fc.property(fc.oneof(unknown, odd), fc.boolean(), (userRole, settled) => {
      expect(findRole({ userRole, zipCode: settled ? '25301' : null })).toBe(settled ? 'PROS' : 'VISITOR')
    }),
  )
})
