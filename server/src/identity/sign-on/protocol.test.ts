import { expect, test } from 'vitest'
import { readClaims } from './protocol.ts'

test('OS-67 however much an answer contains, what the connection reads of it is kept', () => {
  const noise = Array.from({ length: 200 }, (_, at) => [`claim-${at}`, 'x'] as const)
  const sent = Object.fromEntries([...noise, ['groups', ['Desk']], ['number', 'E-1']])
  const claims = readClaims(sent, { nameClaim: 'number', groupsClaim: 'groups' })
  expect(claims).toMatchObject({ groups: ['Desk'], number: ['E-1'] })
  expect(Object.keys(claims)).toHaveLength(60)
})

test('OS-62 a claim named like a property of every object is an ordinary claim, and changes no other', () => {
  const sent = JSON.parse('{"__proto__":["a"],"constructor":{"prototype":{"x":1}},"groups":[["a"],{"b":1},null,1]}')
  const claims = readClaims(sent, { nameClaim: 'number', groupsClaim: '__proto__' })
  expect(Object.entries(claims)).toContainEqual(['__proto__', ['a']])
  expect(claims.groups).toEqual(['1'])
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
})
