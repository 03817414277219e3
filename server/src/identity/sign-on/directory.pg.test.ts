import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { stepUp } from '@portico/contract/calls/account-security'
import * as calls from '@portico/contract/calls/connections'
import { getUserInfo } from '@portico/contract/calls/identity'
import { changePassword } from '@portico/contract/calls/passwords'
import { sql } from 'kysely'
import { Attribute, Change, Control, DN } from 'ldapts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { makeCertificate } from '../../../test/certificate.ts'
import { Client, listErrors, signInClient } from '../../../test/client.ts'
import { switchOn } from '../../../test/odd-provider.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { directoryBase, type Slapd, serviceDn, servicePassword, startSlapd } from '../../../test/slapd.ts'
import { listStatements } from '../../../test/statement-plans.ts'
import { checkConnections } from './check.ts'
import { signInAt } from './directory.ts'
import { setPassword } from './directory-password.ts'

const portal = testPortal()
let first: Client
let second: Client
let slapd: Slapd
let spare: Slapd
let connectionId: string

const settings = (over: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'ldap' as const,
  nameClaim: 'employeeNumber',
  groupsClaim: 'groups',
  trustsFactor: false,
  factorValues: [],
  servers: [`ldap://127.0.0.1:${slapd.port}`, `ldaps://127.0.0.1:${spare.securePort}`],
  certificates: [slapd.certificate],
  bindDn: serviceDn,
  base: `ou=people,${directoryBase}`,
  loginAttribute: 'uid',
  groupBase: `ou=groups,${directoryBase}`,
  isActiveDirectory: false,
  isWritable: true,
  ...over,
})
const listShown = async (id = connectionId) =>
  (await make(first, calls.listConnections, {})).body.payload.connections.find((one) => one.connectionId === id)
const listOutcomes = async () => (await listShown())?.attempts.map(({ outcome, detail }) => [outcome, detail])

/** Begins where people do, and returns the form's target. */
async function begin(client: Client, to = `/sso/${connectionId}/start`) {
  const { pathname, search } = new URL(to, portal.origin)
  const { status, bytes } = await client.get(`${pathname}${search}`)
  expect(status).toBe(200)
  const read = (pattern: RegExp) => pattern.exec(bytes.toString())?.[1] ?? ''
  return { at: read(/action="([^"]*)"/), state: read(/name="state" value="([^"]*)"/) }
}
async function signIn(name: string, password: string) {
  const client = new Client(portal.origin)
  const { at, state } = await begin(client)
  const answer = await client.send('POST', at, { form: { state, name, password } })
  return { client, answer, isIn: client.cookies.has('LtpaToken2') }
}
/** Replaces the settings, tests them as Dana, and has the second administrator switch them on. */
async function change(next: ReturnType<typeof settings>) {
  const body = { domains: ['plan.example'], settings: next, secret: servicePassword }
  await make(first, calls.changeConnection, { params: { connectionId }, body })
  const version = String((await listShown())?.waiting?.version)
  const params = { connectionId, version }
  const { to } = (await make(first, calls.tryConnection, { params })).body.payload
  const browser = first.copy()
  const { at, state } = await begin(browser, to)
  const tried = await browser.send('POST', at, { form: { state, name: 'dana', password: 'dana and her password' } })
  expect(tried.headers.get('location')).toBe('/msg/#!/administration/connections')
  const waiting = (await listShown())?.waiting
  expect((await make(second, calls.decideConnection, { params, body: { confirm: true } })).status).toBe(200)
  return waiting?.arrived ?? []
}

beforeAll(async () => {
  const tls = makeCertificate()
  ;[slapd, spare] = [await startSlapd({ tls }), await startSlapd({ tls, isWritable: false })]
  first = await signInClient(portal.origin, 'ADMIN001')
  second = await signInClient(portal.origin, 'ADMIN002')
  const body = { name: 'Directory', brand: 'hmbcbs', audience: 'staff' as const, domains: ['plan.example'] }
  const made = await make(first, calls.makeConnection, {
    body: { ...body, settings: settings(), secret: servicePassword },
  })
  connectionId = made.body.payload.connections.find(({ name }) => name === 'Directory')?.connectionId ?? ''
})
afterAll(async () => {
  await slapd.remove()
  await spare.remove()
})

describe('OS-64 a directory', () => {
  test('OS-60 is off until tested; the test shows what arrives, with nested groups, and lets no one in', async () => {
    const page = await new Client(portal.origin).get(`/sso/${connectionId}/start`)
    expect(page.status).toBe(404)
    // With `no-referrer`, browsers would send the page's form without telling that it comes from us.
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    const arrived = await change(settings())
    expect(arrived).toContainEqual({ name: 'employeeNumber', values: ['E-1001'] })
    expect(arrived).toContainEqual({
      name: 'groups',
      values: ['desk', 'everyone', 'service'].map((name) => `cn=${name},ou=groups,${directoryBase}`),
    })
    expect(JSON.stringify(arrived)).toMatch(/\(subject\)","values":\["[0-9a-f-]{36}"/)
  })

  test('OS-61 creates an account without rights for whoever signs in, if the connection allows it', async () => {
    const body = { name: 'Makers', brand: 'hmbcbs', audience: 'staff' as const, domains: [], secret: servicePassword }
    const made = await make(first, calls.makeConnection, {
      body: { ...body, settings: settings({ makesPeople: true, nameClaim: 'uid' }) },
    })
    const id = made.body.payload.connections.find(({ name }) => name === 'Makers')?.connectionId ?? ''
    await switchOn(portal.database, id)
    const client = new Client(portal.origin)
    const { at, state } = await begin(client, `/sso/${id}/start`)
    const form = { state, name: 'dana', password: 'dana and her password' }
    expect((await client.send('POST', at, { form })).status).toBe(403)
    const [outcome, ...others] = (await listShown(id))?.attempts.map((one) => one.outcome).sort() ?? []
    expect([outcome, others]).toEqual(['account-waiting', ['linked']])
    const account = portal.database.read.selectFrom('account').selectAll().where('login_id', '=', 'DANA')
    expect(await account.execute()).toMatchObject([
      { first_name: 'Dana Reyes', last_name: '', role: 'INTERNAL', entitlements: [], brand: 'hmbcbs' },
    ])
    await make(first, calls.stopConnection, { params: { connectionId: id } })
  })

  test('OS-61 the first sign-in links the person whom two administrators expect, and from then on only the entry counts', async () => {
    expect((await signIn('dana', 'dana and her password')).answer.status).toBe(403)
    expect((await listOutcomes())?.[0]).toEqual(['not-linked', null])
    const body = { loginId: 'csrrep01', expected: 'E-1001' }
    for (const client of [first, second]) await make(client, calls.expectPerson, { params: { connectionId }, body })
    const { answer, isIn, client } = await signIn('dana', 'dana and her password')
    expect([answer.status, answer.headers.get('location'), isIn]).toEqual([302, '/', true])
    expect((await make(client, getUserInfo, {})).body.payload).toMatchObject({
      ...{ logonId: 'CSRREP01', ldapLogonId: 'dana' },
    })
    await slapd.change((admin) => admin.modifyDN(`uid=dana,ou=people,${directoryBase}`, 'uid=dana.reyes'))
    expect((await signIn('dana.reyes', 'dana and her password')).isIn).toBe(true)
    await slapd.change((admin) => admin.modifyDN(`uid=dana.reyes,ou=people,${directoryBase}`, 'uid=dana'))
  })

  test('ER-7 a password is changed in the directory that keeps it, and proves the person’s identity', async () => {
    const { client } = await signIn('dana', 'dana and her password')
    const prove = (password: string) => make(client, stepUp, { body: { password } })
    expect((await prove('Welcome1!')).status).toBe(400)
    expect((await prove('dana and her password')).status).toBe(200)

    const set = (currentPassword: string, newPassword: string) =>
      make(client, changePassword, { body: { currentPassword, newPassword } })
    const next = 'Another-word-9!'
    const listFields = (answer: Awaited<ReturnType<typeof set>>) =>
      answer.body.errors?.map(({ field, errorMessage }) => [field, errorMessage])
    expect(listFields(await set('a guess', next))).toEqual([['currentPassword', 'GEN-NOMATCH']])
    expect((await set('dana and her password', next)).status).toBe(200)
    expect((await signIn('dana', 'dana and her password')).isIn).toBe(false)
    expect((await signIn('dana', next)).isIn).toBe(true)
    await slapd.change((admin) => {
      const modification = new Attribute({ type: 'userPassword', values: ['dana and her password'] })
      return admin.modify(`uid=dana,ou=people,${directoryBase}`, new Change({ operation: 'replace', modification }))
    })
    expect(portal.log.join('')).not.toContain(next)
  })

  test('ER-7 an expired password is reported as such, wherever it is required, and is no wrong one', async () => {
    const { client } = await signIn('dana', 'dana and her password')
    const dn = `uid=dana,ou=people,${directoryBase}`
    // As the directory's own administrator may: otherwise the directory writes these attributes itself.
    const relax = new Control('1.3.6.1.4.1.4203.666.5.12', { critical: true })
    const age = (values: readonly string[]) =>
      slapd.change((admin) => {
        const modification = new Attribute({ type: 'pwdChangedTime', values: [...values] })
        return admin.modify(dn, new Change({ operation: 'replace', modification }), relax)
      })
    const prove = (password: string) => make(client, stepUp, { body: { password } })
    await age(['20200101000000Z'])
    const proven = await prove('dana and her password')
    expect(listErrors(proven)).toEqual([400, 'password password.due-there'])
    expect(listErrors(await prove('a guess'))).toEqual([400, 'password GEN-NOMATCH'])
    const body = { currentPassword: 'dana and her password', newPassword: 'Another-word-9!' }
    expect(listErrors(await make(client, changePassword, { body }))).toEqual([
      400,
      'currentPassword password.due-there',
    ])
    const { answer, isIn } = await signIn('dana', 'dana and her password')
    expect([answer.status, isIn]).toEqual([403, false])
    expect(answer.bytes.toString()).toContain('asks you for a new password first')
    expect((await listOutcomes())?.[0]).toEqual(['password-due', null])
    // Correct but expired passwords are no guesses: tomorrow's correct one is still accepted.
    for (let tries = 0; tries < 6; tries += 1) await prove('dana and her password')
    await age([new Date().toISOString().replace(/[-:T]|\.\d+/g, '')])
    expect((await prove('dana and her password')).status).toBe(200)
    const { rows } = await sql`select from audit_event where action = 'step-up' and outcome = 'refused'`.execute(
      portal.database.read,
    )
    expect(rows.length).toBeGreaterThanOrEqual(7)
  })

  test('ER-7 a password that someone else has set there opens nothing before it is changed, which is possible here', async () => {
    const dn = `uid=dana,ou=people,${directoryBase}`
    const { client } = await signIn('dana', 'dana and her password')
    const write = (type: string, ...values: readonly string[]) =>
      slapd.change((admin) => {
        const modification = new Attribute({ type, values: [...values] })
        return admin.modify(dn, new Change({ operation: 'replace', modification }))
      })
    await write('pwdPolicySubentry', `cn=strict,${directoryBase}`)
    // A password set by someone else is marked so.
    await write('userPassword', 'dana and her password')
    expect((await signIn('dana', 'dana and her password')).isIn).toBe(false)
    expect((await listOutcomes())?.[0]).toEqual(['password-due', null])
    const set = (currentPassword: string, newPassword: string) =>
      make(client, changePassword, { body: { currentPassword, newPassword } })
    expect((await set('dana and her password', 'Another-word-9!')).status).toBe(200)
    expect((await signIn('dana', 'Another-word-9!')).isIn).toBe(true)
    await write('pwdPolicySubentry')
    await write('userPassword', 'dana and her password')
  })

  test('ER-7 a directory that does not allow changes is reported, and so is one that refuses', async () => {
    const client = {
      settings: settings({ servers: [`ldaps://127.0.0.1:${spare.securePort}`] }),
      secret: servicePassword,
    }
    const at = { ...client, reach: { inside: true } }
    const { subject } = await signInAt(at, { name: 'luis', password: 'luis and his password' })
    const passwords = { current: 'luis and his password', next: 'Another-word-9!' }
    expect(await setPassword(at, subject, passwords)).toBe('not-writable')
    expect(await setPassword(at, subject, { ...passwords, current: 'a guess' })).toBe('wrong')
    expect(await setPassword(at, subject, { ...passwords, current: '' })).toBe('wrong')

    await change(settings({ isWritable: false }))
    const { client: dana } = await signIn('dana', 'dana and her password')
    const body = { currentPassword: 'dana and her password', newPassword: 'Another-word-9!' }
    const answer = await make(dana, changePassword, { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual(
      expect.objectContaining({ field: 'newPassword', errorMessage: 'UPD-LDAP' }),
    )
    expect((await signIn('dana', 'dana and her password')).isIn).toBe(true)
    await change(settings())
  })

  test.each([
    ['a wrong password', 'dana', 'a guess'],
    ['an empty password, which a directory would take', 'dana', ''],
    ['nothing before a NUL', 'dana', '\0'],
    ['no one of that name', 'nobody', 'dana and her password'],
    ['every name at once', '*', 'dana and her password'],
    ['a filter in the place of a name', 'dana)(objectClass=*', 'dana and her password'],
    ['a name that ends a filter', 'x)(|(uid=*))', 'dana and her password'],
    ['a NUL', 'dana\0', 'dana and her password'],
    ['a name as a path', `uid=dana,ou=people,${directoryBase}`, 'dana and her password'],
    ['our own account', 'portico', servicePassword],
  ])('%s lets no one in, and says no more than that it is wrong', async (_what, name, password) => {
    const { answer, isIn } = await signIn(name, password)
    expect([answer.status, isIn]).toEqual([401, false])
    expect((await listOutcomes())?.[0]).toEqual(['password-wrong', null])
    expect(portal.log.join('')).not.toContain(password || 'dana and')
  })

  test.each([2, 3])('OS-61 a name shared by %i people is no one’s', async (count) => {
    const dns = Array.from({ length: count }, (_, at) => `cn=twin-${at},ou=people,${directoryBase}`)
    await slapd.change(async (admin) => {
      for (const dn of dns)
        await admin.add(dn, {
          objectClass: 'inetOrgPerson',
          cn: dn,
          sn: 'Twin',
          uid: 'twin',
          userPassword: 'a password of twins',
        })
    })
    // The spare server, which does not know them, must not be asked instead.
    const asked = settings({ servers: [`ldap://127.0.0.1:${slapd.port}`] })
    const client = { settings: asked, secret: servicePassword, reach: { inside: true } }
    const signing = signInAt(client, { name: 'twin', password: 'a password of twins' })
    await expect(signing).rejects.toMatchObject({ outcome: 'password-wrong' })
    await slapd.change(async (admin) => {
      for (const dn of dns) await admin.del(dn)
    })
  })

  test('OS-64 a server that ends the connection once TLS is established gets no password without it', async () => {
    const heard: Buffer[] = []
    let connections = 0
    // A relay to the real server, such as an attacker in between, which lets StartTLS and its handshake pass and then cuts everything.
    const relay = createServer((socket) => {
      connections += 1
      const real = connect(slapd.port, '127.0.0.1')
      let fromServer = 0
      socket.on('data', (bytes) => {
        heard.push(bytes)
        // TLS application data: the first bind.
        if (bytes[0] === 23 || fromServer > 100_000) return socket.destroy()
        real.write(bytes)
      })
      real.on('data', (bytes) => {
        fromServer += bytes.length
        socket.write(bytes)
      })
      for (const one of [socket, real]) {
        one.on('error', () => undefined)
        one.on('close', () => [socket, real].map((other) => other.destroy()))
      }
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
    const { port } = relay.address() as AddressInfo
    const asked = settings({ servers: [`ldap://127.0.0.1:${port}`] })
    const signing = signInAt(
      { settings: asked, secret: servicePassword, reach: { inside: true } },
      { name: 'dana', password: 'dana and her password' },
    )
    await expect(signing).rejects.toMatchObject({ outcome: 'provider-unreachable' })
    await new Promise((resolve) => relay.close(resolve))
    expect(connections).toBeGreaterThan(0)
    expect(Buffer.concat(heard).toString('latin1')).not.toMatch(/a password for searching|dana and her password/)
  })

  test('a name with parentheses and an asterisk is taken literally', async () => {
    expect((await signIn('o(b*r)', 'an odd name')).answer.status).toBe(403)
    expect((await listOutcomes())?.[0]).toEqual(['not-linked', null])
  })

  test('a wrong password may be tried again in the same form; after five none is tried', async () => {
    const client = new Client(portal.origin)
    const { at, state } = await begin(client)
    const enter = (password: string, name = 'luis') => client.send('POST', at, { form: { state, name, password } })
    for (let tries = 0; tries < 5; tries += 1) expect((await enter('a guess')).status).toBe(401)
    expect((await enter('luis and his password')).status).toBe(429)
    // The directory also finds him by other spellings of the same name.
    expect((await enter('luis and his password', 'ｌｕｉｓ')).status).toBe(429)
    expect(client.cookies.has('LtpaToken2')).toBe(false)
  })

  test('SI-13 wrong passwords count by the address under any name, correct ones do not', async () => {
    const counted = portal.database.read.selectFrom('sign_in_limit').where('kind', '=', 'sign-on-address')
    const readCount = async () => (await counted.select('failures').executeTakeFirst())?.failures ?? 0
    const client = new Client(portal.origin)
    const { at, state } = await begin(client)
    const enter = (name: string, password: string) => client.send('POST', at, { form: { state, name, password } })
    const before = await readCount()
    expect((await signIn('dana', 'dana and her password')).isIn).toBe(true)
    expect(await readCount()).toBe(before)
    for (const name of ['someone', 'someone else']) expect((await enter(name, 'a guess')).status).toBe(401)
    expect(await readCount()).toBe(before + 2)
    await portal.database.read
      .updateTable('sign_in_limit')
      .set({ locked_until: new Date(Date.now() + 60_000) })
      .where('kind', '=', 'sign-on-address')
      .execute()
    expect((await enter('dana', 'dana and her password')).status).toBe(429)
    expect(client.cookies.has('LtpaToken2')).toBe(false)
    await portal.database.read.deleteFrom('sign_in_limit').where('kind', '=', 'sign-on-address').execute()
  })

  test('OS-67 a person in too many groups, in one step or in several, learns so and keeps their rights', async () => {
    const groups = `ou=groups,${directoryBase}`
    const [dana, odd] = [`uid=dana,ou=people,${directoryBase}`, `uid=o(b*r),ou=people,${directoryBase}`]
    const many = Array.from({ length: 201 }, (_, at) => `cn=many-${at},${groups}`)
    await slapd.change(async (admin) => {
      for (const [at, dn] of many.entries()) {
        await admin.add(dn, { objectClass: 'groupOfNames', cn: `many-${at}`, member: [dana, odd] })
      }
    })
    // Someone who is only in these: groups that the directory cut off must not look like all of them.
    const signing = { settings: settings(), secret: servicePassword, reach: { inside: true } }
    const whom = { name: 'o(b*r)', password: 'an odd name' }
    expect(await signInAt(signing, whom)).toMatchObject({ omitsGroups: true, claims: { groups: [] } })
    await slapd.change((admin) => admin.del(many[200] ?? ''))
    const { omitsGroups, claims } = await signInAt(signing, whom)
    expect([omitsGroups, claims.groups?.length]).toEqual([false, 200])
    await slapd.change((admin) =>
      admin.add(many[200] ?? '', { objectClass: 'groupOfNames', cn: 'many-200', member: [dana] }),
    )
    const expectRefusal = async () => {
      const { answer, isIn } = await signIn('dana', 'dana and her password')
      expect([answer.status, isIn, (await listOutcomes())?.[0]]).toEqual([403, false, ['groups-omitted', null]])
      expect(answer.bytes.toString()).toContain('in more groups at your organization')
    }
    const countKept = async () =>
      (
        await sql`select 1 from sign_on_member m join scim_group g on g.group_id = m.group_id
        where g.connection_id = ${connectionId}`.execute(portal.database.read)
      ).rows.length
    const before = await countKept()
    expect(before).toBeGreaterThan(0)
    await expectRefusal()
    // Dana is directly in only one group, which is in all others.
    await slapd.change(async (admin) => {
      const modification = new Attribute({ type: 'member', values: [`cn=many-0,${groups}`] })
      for (const dn of many.slice(1)) await admin.modify(dn, new Change({ operation: 'replace', modification }))
    })
    await expectRefusal()
    expect(await countKept()).toBe(before)
    await slapd.change(async (admin) => {
      for (const dn of many) await admin.del(dn)
    })
    expect((await signIn('dana', 'dana and her password')).isIn).toBe(true)
  })

  test('OS-64 OS-67 a group’s name is only a name, whatever it contains, and puts no one into other groups', async () => {
    const groups = `ou=groups,${directoryBase}`
    const names = ['*', '*)(objectClass=*', 'x)(|(member=*', '\\2a', 'nul \\00', '#(&(cn=*)', 'a\\,cn=b']
    const odd = `uid=o(b*r),ou=people,${directoryBase}`
    const toDn = (name: string) => new DN({ cn: name }).toString()
    const dns = names.map((name) => `${toDn(name)},${groups}`)
    await slapd.change(async (admin) => {
      for (const [at, dn] of dns.entries())
        await admin.add(dn, {
          objectClass: 'groupOfNames',
          cn: names[at] ?? '',
          member: [at === 0 ? odd : (dns[at - 1] ?? '')],
        })
    })
    const whom = { name: 'o(b*r)', password: 'an odd name' }
    const signing = { settings: settings(), secret: servicePassword, reach: { inside: true } }
    const { claims } = await signInAt(signing, whom)
    // Six levels deep, and none of other people's groups.
    expect(claims.groups).toHaveLength(6)
    expect(claims.groups?.filter((one) => /^cn=(desk|service|everyone),/.test(one))).toEqual([])
    await slapd.change(async (admin) => {
      for (const dn of dns) await admin.del(dn)
    })
  })

  test('OS-64 several sign-ins share one connection to the directory, and each begins as our own account', async () => {
    let connections = 0
    const relay = createServer((socket) => {
      connections += 1
      const real = connect(slapd.securePort, '127.0.0.1')
      socket.pipe(real).pipe(socket)
      for (const one of [socket, real]) {
        one.on('error', () => undefined)
        one.on('close', () => [socket, real].map((other) => other.destroy()))
      }
      sockets.push(socket)
    })
    const sockets: Socket[] = []
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
    const { port } = relay.address() as AddressInfo
    const asked = settings({ servers: [`ldaps://127.0.0.1:${port}`] })
    const at = (secret = servicePassword) => ({ settings: asked, secret, reach: { inside: true } })
    const dana = { name: 'dana', password: 'dana and her password' }
    for (const one of [dana, { ...dana, password: 'a guess' }, dana])
      await signInAt(at(), one).catch(({ outcome }) => expect(outcome).toBe('password-wrong'))
    expect(connections).toBe(1)
    // With another password of ours, the new one is tried, not the old connection's rights.
    await expect(signInAt(at('another password'), dana)).rejects.toMatchObject({ detail: 'our own password' })
    expect(connections).toBe(2)
    // A connection that has ended meanwhile does not fail the sign-in.
    for (const socket of sockets) socket.destroy()
    expect((await signInAt(at(), dana)).claims.employeeNumber).toEqual(['E-1001'])
    expect(connections).toBe(3)
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => relay.close(resolve))
  })

  test('OS-60 a sign-in sends three statements, and opens no transaction around them', async () => {
    const counts: number[] = []
    // Background work only adds to them.
    for (let run = 0; run < 5; run += 1) {
      const sent = await listStatements(async () => {
        expect((await signIn('dana', 'dana and her password')).isIn).toBe(true)
      })
      counts.push(sent.length)
    }
    expect(Math.min(...counts)).toBe(3)
  })

  test('another browser’s form, one without a sign-in, or one sent twice lets no one in', async () => {
    const client = new Client(portal.origin)
    const { at, state } = await begin(client)
    const form = { state, name: 'dana', password: 'dana and her password' }
    expect((await new Client(portal.origin).send('POST', at, { form })).status).toBe(403)
    expect((await client.send('POST', at, { form: { ...form, state: `_${'x'.repeat(43)}` } })).status).toBe(403)
    const headers = { origin: 'https://attacker.example' }
    expect((await client.send('POST', at, { form, headers })).status).toBe(403)
    expect((await client.send('POST', at, { form })).status).toBe(302)
    expect((await client.send('POST', at, { form })).status).toBe(403)
    expect((await listOutcomes())?.[0]?.[0]).toBe('answer-repeated')
  })

  test('if a server is gone or hangs, the next one is used; with none the sign-in says so', async () => {
    const sign = () => signIn('dana', 'dana and her password')
    await spare.change((admin) => admin.del(`uid=dana,ou=people,${directoryBase}`))
    await slapd.freeze()
    // The spare server has her under another id, which shows that it was asked.
    expect((await sign()).answer.status).toBe(401)
    slapd.thaw()
    expect((await sign()).isIn).toBe(true)
    await slapd.kill()
    expect((await sign()).answer.status).toBe(401)
    await spare.kill()
    expect((await sign()).answer.status).toBe(503)
    expect((await listOutcomes())?.[0]?.[0]).toBe('provider-unreachable')
    await slapd.start()
    await spare.start()
    expect((await sign()).isIn).toBe(true)
  })

  test('a server with an untrusted certificate gets no password', async () => {
    await change(settings())
    const stranger = makeCertificate().cert.replace(/-----[A-Z ]+-----|\s/g, '')
    const distrusting = settings({ certificates: [stranger], servers: [`ldap://127.0.0.1:${slapd.port}`] })
    const body = { domains: [], settings: distrusting, secret: servicePassword }
    await make(first, calls.changeConnection, { params: { connectionId }, body })
    const params = { connectionId, version: String((await listShown())?.waiting?.version) }
    const { to } = (await make(first, calls.tryConnection, { params })).body.payload
    const browser = first.copy()
    const { at, state } = await begin(browser, to)
    const form = { state, name: 'dana', password: 'dana and her password' }
    expect((await browser.send('POST', at, { form })).status).toBe(503)
    expect(String((await listOutcomes())?.[0]?.[1])).toMatch(/CERT|SIGNATURE/)
  })

  test.each([
    ['a server without TLS', { servers: ['http://directory.plan.example'] }, 'servers'],
    ['a name that is no attribute', { loginAttribute: 'uid=*)(x' }, 'loginAttribute'],
    ['an e-mail address to recognize people by', { nameClaim: 'mail' }, 'nameClaim'],
    ['a second factor that no directory tells', { trustsFactor: true }, 'trustsFactor'],
  ])('OS-60 is refused with %s', async (_what, wrong, field) => {
    const body = { name: 'Wrong', brand: 'ALL', audience: 'staff' as const, domains: [], settings: settings(wrong) }
    const answer = await make(first, calls.makeConnection, { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ field }))
  })

  test('OS-71 the doctor contacts every server and checks its certificate', async () => {
    const readState = async () => {
      const by = { dataKey: () => dataKeyAt(portal.origin), reach: { inside: true } }
      return (await checkConnections(portal.database.read, new Date(), by)).find(({ name }) => name === 'Directory')
    }
    // The tests' certificates expire within a day.
    expect(await readState()).toMatchObject({ state: 'warn', text: expect.stringContaining('certificate ends') })
    await slapd.kill()
    expect((await readState())?.text).toContain(`127.0.0.1:${slapd.port} does not let us search`)
    await slapd.start()
  })
})
