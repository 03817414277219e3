import { expect, test } from 'vitest'
import { savedFields, savedNeeds } from './saved.ts'

test('RG-1 a saved registration contains no secret and nothing that must be confirmed or proven again', () => {
  const kept: readonly string[] = savedFields
  for (const name of ['newPassword', 'password', 'answer1', 'questionId1', 'terms', 'guardianProof', 'pin'])
    expect(kept).not.toContain(name)
  for (const name of savedNeeds) expect(kept).toContain(name)
})
