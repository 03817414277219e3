import { expect, test } from 'vitest'
import { findStaffRole, staffRoleNames, staffRoles, worksWithMembers } from './staff-roles.ts'

test('AD-2 MC-6 a role has what its work needs: people who answer members get a desk, and no role acts for members', () => {
  for (const role of staffRoleNames) expect(findStaffRole([...staffRoles[role]].reverse())).toBe(role)
  expect([staffRoles.rep, staffRoles.supervisor].every((own) => own.some((one) => one === 'answer'))).toBe(true)
  expect(staffRoleNames.filter((role) => worksWithMembers(staffRoles[role]))).toEqual(['rep', 'supervisor'])
  expect(staffRoleNames.flatMap((role) => [...staffRoles[role]]).includes('simulate' as never)).toBe(false)
})

test('AD-2 a combination that no role has is a custom mix', () => {
  expect(findStaffRole([])).toBeNull()
  expect(findStaffRole(['answer', 'simulate'])).toBeNull()
})
