import { stepUp } from '@portico/contract/calls/account-security'
import * as calls from '@portico/contract/calls/connections'
import { changePassword } from '@portico/contract/calls/passwords'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrors, signInClient } from '../../../test/client.ts'
import { tryDirectory } from '../../../test/directory-trial.ts'
import {
  addUser,
  type DomainController,
  domainBase,
  setAttribute,
  startDomainController,
} from '../../../test/domain-controller.ts'
import { noteFact } from '../../../test/drill-facts.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { checkConnections } from './check.ts'

const password = 'Quiet-River-42'
const service = `CN=portico,OU=People,${domainBase}`
const desk = `CN=Desk,OU=Groups,${domainBase}`
const people = ['portico', 'dana', 'locked', 'must', 'ended'] as const

// Run only by `npm run drill -- active-directory`, because it takes the LDAP ports. `active-directory.pg.test.ts` covers Microsoft's
// documented behavior.
describe.runIf(process.env.PORTICO_DRILL_SERVERS === 'active-directory')('OS-64 an Active Directory domain', () => {
  const portal = testPortal()
  let domain: DomainController
  let first: Client
  let second: Client
  let connectionId: string

  const settings = () => ({
    ...{ kind: 'ldap' as const, nameClaim: 'employeeID', groupsClaim: 'groups', trustsFactor: false, factorValues: [] },
    ...{ servers: [domain.address], certificates: [domain.certificate], bindDn: service, base: domainBase },
    ...{ loginAttribute: 'sAMAccountName', groupBase: domainBase, isActiveDirectory: true, isWritable: true },
  })
  beforeAll(async () => {
    const from = Date.now()
    domain = await startDomainController()
    noteFact('seconds until the domain answers', Math.round((Date.now() - from) / 1000))
    await domain.change(async (admin) => {
      for (const unit of ['People', 'Groups'])
        await admin.add(`OU=${unit},${domainBase}`, { objectClass: ['organizationalUnit'] })
      for (const name of people) await addUser(admin, name, { password })
      await addUser(admin, 'off', { password, isDisabled: true })
      const addGroup = (name: string, member: string) =>
        admin.add(`CN=${name},OU=Groups,${domainBase}`, { objectClass: ['group'], sAMAccountName: name, member })
      await addGroup('Desk', `CN=dana,OU=People,${domainBase}`)
      await addGroup('Service', desk)
      await addGroup('Everyone', `CN=Service,OU=Groups,${domainBase}`)
      // Nested in a circle.
      await setAttribute(
        admin,
        desk,
        'member',
        `CN=dana,OU=People,${domainBase}`,
        `CN=Everyone,OU=Groups,${domainBase}`,
      )
      await setAttribute(admin, domainBase, 'lockoutThreshold', '3')
      await setAttribute(admin, domainBase, 'minPwdAge', '0')
      await setAttribute(admin, `CN=must,OU=People,${domainBase}`, 'pwdLastSet', '0')
      await setAttribute(admin, `CN=ended,OU=People,${domainBase}`, 'accountExpires', '116444736000000000')
    })
    first = await signInClient(portal.origin, 'ADMIN001')
    second = await signInClient(portal.origin, 'ADMIN002')
    const body = { name: 'Domain', brand: 'hmbcbs', audience: 'staff' as const, domains: [], settings: settings() }
    const made = await make(first, calls.makeConnection, { body: { ...body, secret: password } })
    connectionId = made.body.payload.connections.find(({ name }) => name === 'Domain')?.connectionId ?? ''
  })
  afterAll(() => domain.remove())

  const attempt = (name: string, typed = password) => tryDirectory(first, connectionId, { name, password: typed })

  async function signIn(name: string, typed: string) {
    const client = new Client(portal.origin)
    const to = (await client.get(`/sso/${connectionId}/start`)).headers.get('location') ?? ''
    const { pathname, search, searchParams } = new URL(to, portal.origin)
    await client.get(`${pathname}${search}`)
    const form = { state: searchParams.get('state') ?? '', name, password: typed }
    const answer = await client.send('POST', pathname, { form })
    return { client, status: answer.status, isIn: client.cookies.has('LtpaToken2') }
  }

  test('OS-64 people sign in by either name, with the domain in front; their groups include nested ones, and the primary one', async () => {
    for (const name of ['dana', 'DANA', 'dana@plan.example', 'PLAN\\dana']) {
      const { status, find } = await attempt(name)
      expect([name, status, find('employeeID')]).toEqual([name, 302, ['E-dana']])
      const groups = find('groups') ?? []
      const units = ['desk', 'everyone', 'service'].map((one) => `cn=${one},ou=groups,${domainBase.toLowerCase()}`)
      expect(groups).toEqual(expect.arrayContaining([...units, `cn=domain users,cn=users,${domainBase.toLowerCase()}`]))
      // `Domain Users` is in `Users` there.
      expect(groups).toContain(`cn=users,cn=builtin,${domainBase.toLowerCase()}`)
    }
    for (const name of ['*', 'PLAN\\', 'dana@elsewhere.example', 'x)(sAMAccountName=dana', 'DC1$'])
      expect([name, (await attempt(name)).status]).toEqual([name, 401])
  })

  test('OS-64 a person who is disabled (533), expired (701) or locked (775) learns only that the password was wrong', async () => {
    const wrong = (await attempt('dana', 'a guess')).text
    const words = (text: string) => text.replace(/(?:value|nonce)="[^"]*"/g, '')
    for (const name of ['off', 'ended']) {
      const { status, text } = await attempt(name)
      expect([name, status, words(text)]).toEqual([name, 401, words(wrong)])
    }
    for (let guess = 0; guess < 3; guess += 1) expect((await attempt('locked', 'a guess')).status).toBe(401)
    expect((await attempt('locked')).status).toBe(401)
  })

  test('OS-64 ER-7 a correct password that must be changed first (773) is reported as such, a wrong one is not', async () => {
    const { status, text } = await attempt('must')
    expect([status, text]).toEqual([403, expect.stringContaining('asks you for a new password first')])
    expect((await attempt('must', 'a guess')).status).toBe(401)
  })

  test('ER-7 a password is changed in the domain, by its rules, and proves the person’s identity', async () => {
    await attempt('dana')
    const params = { connectionId, version: '1' }
    expect((await make(second, calls.decideConnection, { params, body: { confirm: true } })).status).toBe(200)
    const body = { loginId: 'csrrep01', expected: 'E-dana' }
    for (const client of [first, second])
      expect((await make(client, calls.expectPerson, { params: { connectionId }, body })).status).toBe(200)
    const { client, isIn } = await signIn('dana', password)
    expect(isIn).toBe(true)
    const prove = (typed: string) => make(client, stepUp, { body: { password: typed } })
    expect([(await prove('a guess')).status, (await prove(password)).status]).toEqual([400, 200])
    const set = (currentPassword: string, newPassword: string) =>
      make(client, changePassword, { body: { currentPassword, newPassword } })
    expect(listErrors(await set('a guess', 'Louder-River-43'))).toEqual([400, 'currentPassword GEN-NOMATCH'])
    // The domain remembers the last 24.
    expect(listErrors(await set(password, password))[0]).toBe(400)
    expect((await set(password, 'Louder-River-43')).status).toBe(200)
    expect((await signIn('dana', 'Louder-River-43')).isIn).toBe(true)
    expect(listErrors(await set('Louder-River-43', password))).toEqual([400, 'newPassword password.refused-there'])
    expect(portal.log.join('')).not.toContain('Louder-River')
  })

  test('OS-71 the doctor contacts it', async () => {
    const by = { dataKey: () => dataKeyAt(portal.origin), reach: { inside: true } }
    const states = await checkConnections(portal.database.read, new Date(), by)
    expect(states.find(({ name }) => name === 'Domain')?.text).toContain(`${domain.address} answers`)
  })

  test('OS-64 a renamed person within the domain is the same, and one whose account has ended cannot sign in', async () => {
    await domain.change((admin) => admin.modifyDN(`CN=dana,OU=People,${domainBase}`, `CN=Dana Reyes`))
    expect((await signIn('dana', 'Louder-River-43')).isIn).toBe(true)
    await domain.change((admin) =>
      setAttribute(admin, `CN=Dana Reyes,OU=People,${domainBase}`, 'userAccountControl', '514'),
    )
    const { status, isIn } = await signIn('dana', 'Louder-River-43')
    expect([status, isIn]).toEqual([401, false])
  })
})
