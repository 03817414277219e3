import * as calls from '@portico/contract/calls/connections'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ActiveDirectory, type DirectoryEntry, startActiveDirectory } from '../../../test/active-directory.ts'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { tryDirectory } from '../../../test/directory-trial.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()
const domain = 'DC=plan,DC=example'
const person = 'CN=Person,CN=Schema,CN=Configuration,DC=plan,DC=example'
const computer = 'CN=Computer,CN=Schema,CN=Configuration,DC=plan,DC=example'
const groupCategory = 'CN=Group,CN=Schema,CN=Configuration,DC=plan,DC=example'
/** A security identifier (SID) of the domain, in Windows' binary form. */
const makeSid = (last: number) => {
  const sid = Buffer.from('010500000000000515000000a065cf7e784b9b5fe77c8770', 'hex')
  const end = Buffer.alloc(4)
  end.writeUInt32LE(last)
  return Buffer.concat([sid, end])
}
let guids = 0
const makeGuid = () => {
  guids += 1
  return Buffer.alloc(16, guids)
}
const user = (name: string, over: DirectoryEntry = {}): DirectoryEntry => ({
  dn: [`CN=${name},OU=People,${domain}`],
  cn: [name],
  objectClass: ['top', 'person', 'organizationalPerson', 'user'],
  objectCategory: [person],
  sAMAccountName: [name],
  userPrincipalName: [`${name}@plan.example`],
  userAccountControl: ['512'],
  employeeID: [`E-${name}`],
  primaryGroupID: ['513'],
  objectSid: [makeSid(1100 + guids)],
  objectGUID: [makeGuid()],
  ...over,
})
const group = (dn: string, last: number, ...members: readonly string[]): DirectoryEntry => ({
  dn: [dn],
  objectClass: ['top', 'group'],
  objectCategory: [groupCategory],
  objectSid: [makeSid(last)],
  member: members,
})
const desk = `CN=Desk,OU=Groups,${domain}`
const everyone = `CN=Everyone,OU=Groups,${domain}`
const staff = `CN=All staff,OU=Groups,${domain}`
const domainUsers = `CN=Domain Users,CN=Users,${domain}`
const service = `CN=portico,CN=Users,${domain}`
const password = 'a password in Windows'
/** No such person, outside their hours, at another computer, disabled, expired, locked. */
const kept = ['525', '530', '531', '533', '701', '775']

let directory: ActiveDirectory
let first: Client
let second: Client
let connectionId: string

beforeAll(async () => {
  const entries = [
    user('dana'),
    user('gone', { userAccountControl: ['514'] }),
    user('DESK-PC$', { objectClass: ['top', 'person', 'user', 'computer'], objectCategory: [computer] }),
    ...kept.map((data) => user(`kept${data}`)),
    user('contact', { objectClass: ['top', 'person', 'contact'] }),
    group(desk, 1201, `CN=dana,OU=People,${domain}`),
    group(everyone, 1202, desk),
    group(staff, 1203, domainUsers),
    group(domainUsers, 513),
    group(`CN=Strangers,OU=Groups,${domain}`, 1204, `CN=gone,OU=People,${domain}`),
  ]
  const known = new Map([[service.toLowerCase(), 'to search with']])
  for (const { dn } of entries) known.set(String(dn?.[0]).toLowerCase(), password)
  directory = await startActiveDirectory(entries, known)
  first = await signInClient(portal.origin, 'ADMIN001')
  second = await signInClient(portal.origin, 'ADMIN002')
  const settings = {
    ...{ kind: 'ldap' as const, nameClaim: 'employeeID', groupsClaim: 'groups', trustsFactor: false, factorValues: [] },
    ...{ servers: [directory.address], certificates: [directory.certificate], bindDn: service, base: domain },
    ...{ loginAttribute: 'sAMAccountName', groupBase: domain, isActiveDirectory: true, isWritable: false },
  }
  const body = { name: 'Windows', brand: 'hmbcbs', audience: 'staff' as const, domains: [], settings }
  const made = await make(first, calls.makeConnection, { body: { ...body, secret: 'to search with' } })
  connectionId = made.body.payload.connections.find(({ name }) => name === 'Windows')?.connectionId ?? ''
})
afterAll(() => directory.close())

const attempt = (name: string, typed = password) => tryDirectory(first, connectionId, { name, password: typed })

describe('OS-64 Active Directory', () => {
  test('OS-64 people sign in by their short name, by the one like an e-mail address, and with the domain in front', async () => {
    for (const name of ['dana', 'DANA', 'dana@plan.example', 'PLAN\\dana']) {
      const { status, find } = await attempt(name)
      expect([name, status, find('employeeID')]).toEqual([name, 302, ['E-dana']])
      expect(find('(subject)')).toEqual(['01010101-0101-0101-0101-010101010101'])
    }
    for (const name of ['*', 'PLAN\\*', 'PLAN\\', 'dana@elsewhere.example', 'PLAN\\x)(sAMAccountName=dana'])
      expect([name, (await attempt(name)).status]).toEqual([name, 401])
  })

  test.each(['DESK-PC$', 'gone', 'contact'])(
    'OS-64 a computer, a disabled account and a contact cannot sign in: %s',
    async (name) => {
      expect((await attempt(name)).status).toBe(401)
    },
  )

  test('OS-64 the primary group counts like any other, with the groups that contain it', async () => {
    const { find } = await attempt('dana')
    expect(find('groups')).toEqual([desk, everyone, staff, domainUsers].map((one) => one.toLowerCase()).sort())
    // The attributes needed for the lookup are not shown.
    expect([find('objectSid'), find('primaryGroupID')]).toEqual([undefined, undefined])
  })

  test.each(['532', '773'])(
    'OS-64 a correct password that must be changed first is reported as such (data %s)',
    async (data) => {
      directory.refusals.set(`CN=dana,OU=People,${domain}`, `AcceptSecurityContext error, data ${data}, v4563`)
      const { status, text } = await attempt('dana')
      expect([status, text]).toEqual([403, expect.stringContaining('asks you for a new password first')])
      expect((await attempt('dana', 'a guess')).status).toBe(401)
      directory.refusals.clear()
      expect((await make(second, calls.listConnections, {})).status).toBe(200)
    },
  )

  test.each(kept)(
    'OS-64 a person who may not sign in learns only that the password was wrong, not that it has expired (data %s)',
    async (data) => {
      directory.refusals.set(`CN=kept${data},OU=People,${domain}`, `AcceptSecurityContext error, data ${data}, v4563`)
      const { status, text } = await attempt(`kept${data}`)
      expect([status, text.includes('asks you for a new password')]).toEqual([401, false])
      directory.refusals.clear()
      expect((await attempt(`kept${data}`)).status).toBe(302)
    },
  )
})
