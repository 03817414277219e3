import fc from 'fast-check'
import { expect, it } from 'vitest'
import { selectGroup } from './group.ts'
import type { Client, Group } from './types.ts'

const group = (groupNumber: string): Group => ({
  groupNumber,
  medicareIndicator: false,
  directPayIndicator: null,
  isNDMedicaid: false,
  productList: [],
})
const client = (clientNumber: string, ...groups: string[]): Client => ({ clientNumber, groupList: groups.map(group) })
const user = { clientList: [client('C0'), client('C1', 'G1', 'G2'), client('C2', 'G1', 'G3')] }
const select = (clientNumber?: string | null, groupNumber?: string | null) => {
  const found = selectGroup({ user, clientNumber, groupNumber })
  return found && [found.client.clientNumber, found.group.groupNumber]
}

it.each([
  ['C1', 'G2', ['C1', 'G2']],
  ['C2', 'G1', ['C2', 'G1']],
  ['C2', 'G3', ['C2', 'G3']],
  ['C2', undefined, ['C2', 'G1']],
  ['C2', 'G2', ['C2', 'G1']],
  ['C0', 'G1', ['C1', 'G1']],
  ['C9', 'G3', ['C1', 'G1']],
  [undefined, 'G3', ['C1', 'G1']],
  [null, null, ['C1', 'G1']],
  ['__proto__', 'constructor', ['C1', 'G1']],
])('HD-6 cookies client %s and group %s select %j', (clientNumber, groupNumber, expected) => {
  expect(select(clientNumber, groupNumber)).toEqual(expected)
})

it('HD-6 a user without any group has none selected', () => {
  expect(selectGroup({ user: { clientList: [] }, clientNumber: 'C1', groupNumber: 'G1' })).toBeNull()
  expect(selectGroup({ user: { clientList: [client('C0')] } })).toBeNull()
})

it('HD-6 whatever the cookies hold, the group is one of the member’s own', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (clientNumber, groupNumber) => {
      const found = selectGroup({ user, clientNumber, groupNumber })
      expect(user.clientList).toContain(found?.client)
      expect(found?.client.groupList).toContain(found?.group)
    }),
  )
})
