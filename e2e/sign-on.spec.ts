import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import * as staffCalls from '@portico/contract/calls/administration'
import * as calls from '@portico/contract/calls/connections'
import * as provisioning from '@portico/contract/calls/provisioning'
import { make } from '../server/test/call.ts'
import { Client, signInClient } from '../server/test/client.ts'
import { startProvider } from '../server/test/provisioned.ts'
import { createSigner, readRequest, respond } from '../server/test/saml-provider.ts'
import { directoryBase, serviceDn, servicePassword, startSlapd } from '../server/test/slapd.ts'
import { freePort } from '../tools/postgres.ts'
import {
  buildOrigin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  open,
  port,
  signIn,
  tabTo,
  test,
  waitForQuiet,
} from './support.ts'
import { writerAs } from './writing.ts'

const own = `http://127.0.0.1:${port}`
const origin = buildOrigin('hmbcbs')
/** A brand whose sign-in no other journey uses: an active connection leads its people elsewhere. */
const brand = 'ms'
const signInPage = `${origin}/login/?defBrand=${brand}`

type Made = Parameters<typeof make<typeof calls.makeConnection>>[2]['body']

async function startAdministrators() {
  const [first, second] = [await signInClient(own, 'ADMIN001'), await signInClient(own, 'ADMIN002')]
  return {
    first,
    second,
    makeConnection: async (body: Made) => {
      const made = await make(first, calls.makeConnection, { body })
      expect(made.status).toBe(201)
      return made.body.payload.connections.find(({ name }) => name === body.name)?.connectionId ?? ''
    },
    switchOn: async (connectionId: string) => {
      const params = { connectionId, version: '1' }
      expect((await make(second, calls.decideConnection, { params, body: { confirm: true } })).status).toBe(200)
    },
    switchOff: (connectionId: string) => make(first, calls.stopConnection, { params: { connectionId } }),
    /** The second administrator confirms the first one's request. */
    confirm: async (name: string) => {
      const { requests } = (await make(second, staffCalls.searchStaff, { body: {} })).body.payload
      const params = { requestId: requests.find((one) => one.name === name)?.requestId ?? '' }
      expect((await make(second, staffCalls.decideStaffRequest, { params, body: { confirm: true } })).status).toBe(200)
    },
  }
}

/** The repository's example, started as someone who tries a connection would. */
async function startExample(examplePort: number, answerAt: string): Promise<ChildProcess> {
  const env = { ...process.env, EXAMPLE_PORT: String(examplePort) }
  const child = spawn(process.execPath, ['examples/identity-provider/main.ts', answerAt], { env, stdio: 'ignore' })
  await expect(async () => {
    const answer = await fetch(`http://localhost:${examplePort}/.well-known/openid-configuration`)
    expect(answer.ok).toBe(true)
  }).toPass()
  return child
}

/** Before a sensitive change, someone proves who they are at their provider, as if they had been signed in for a long time (OS-62). */
async function confirmAtProvider(page: Page, provider: string): Promise<void> {
  // The button behind the dialog shows a spinner for as long as it waits.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  let refusals = 1
  await page.route('**/account/authenticator', async (route) => {
    if (refusals === 0) return route.fallback()
    refusals -= 1
    const errors = [{ errorMessage: 'STEP-UP-REQUIRED', errorKey: 'STEP-UP-REQUIRED' }]
    await route.fulfill({ status: 403, json: { payload: null, errors } })
  })
  await open(page, `${origin}/mbr/#!/account`)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const dialog = page.getByRole('dialog')
  const away = dialog.getByRole('link', { name: `Confirm at ${provider}` })
  await expect(away).toBeFocused()
  await expectAccessible(page, 'confirming at a provider')
  const goOn = dialog.getByRole('button', { name: 'Continue' })
  await goOn.click()
  await expect(dialog.getByRole('alert')).toContainText('not confirmed yet')
  const opened = page.waitForEvent('popup')
  await away.click()
  const tab = await opened
  await tab.getByRole('link', { name: 'Dana Reyes, with two factors' }).click()
  await expect(locateHeading(tab)).toHaveText('You have confirmed that it is you')
  await tab.close()
  await goOn.click()
  await expect(dialog.getByRole('heading')).toHaveText('Set up your authenticator app')
  await page.keyboard.press('Escape')
}

const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })

test('OS-60 OS-62 OS-67 an administrator tries a connection; a rep signs in by it, and is signed out when the plan ends their account', async ({
  page,
  newVisitor,
  noise,
}) => {
  // Pending requests of someone whose account has ended are refused.
  noise.allow(/40[13]/)
  const administrators = await startAdministrators()
  const { first, makeConnection, switchOn, switchOff, confirm } = administrators
  const examplePort = await freePort()
  const name = `Employees ${crypto.randomUUID().slice(0, 8)}`
  const common = { nameClaim: 'preferred_username', groupsClaim: 'groups', trustsFactor: true, factorValues: ['mfa'] }
  const settings = { kind: 'oidc', ...common, issuer: `http://localhost:${examplePort}`, clientId: 'portico' } as const
  const connectionId = await makeConnection({
    ...{ name, brand, audience: 'staff', domains: ['riders.example'], settings, secret: 'example-secret' },
  })
  const example = await startExample(examplePort, `${origin}/sso/${connectionId}/answer`)
  try {
    await signIn(page, 'ADMIN001', origin)
    await open(page, `${origin}/msg/#!/administration/connections`)
    const card = page.getByRole('region').filter({ has: page.getByText(name) })
    await card.getByRole('button', { name: 'Test it' }).click()
    await page.getByRole('link', { name: 'Luis Ortega, with two factors' }).click()
    await expect(page.getByText('Service desk, Supervisors')).toBeVisible()
    await expectAccessible(page, 'what arrived')
    await page.setViewportSize({ width: 320, height: 640 })
    for (const dir of ['rtl', 'ltr']) {
      await page.evaluate((to) => {
        document.documentElement.dir = to
        document.documentElement.dataset.fontSize = 'largest'
      }, dir)
      await expectNoSidewaysScroll(page, `what arrived, in the largest text, ${dir}`)
    }
    await switchOn(connectionId)

    // The plan manages its people by SCIM; two administrators set what its group grants.
    const token = await make(first, provisioning.makeScimToken, {
      body: { name: `Provider ${name}`, brand, audience: 'staff', invites: false },
    })
    await confirm(`Provider ${name}`)
    const scim = startProvider(own, brand, token.body.payload.secret)
    const { body: dana } = await scim('POST', '/Users', { userName: 'dana' })
    const { body: group } = await scim('POST', '/Groups', { displayName: name, members: [{ value: dana.id }] })
    const given = { entitlements: ['answer' as const], brands: ['hmbcbs'] }
    await make(first, provisioning.changeScimGroup, { params: { groupId: group.id }, body: given })
    await confirm(name)

    const subject = `Question ${crypto.randomUUID().slice(0, 8)}`
    const send = await writerAs('BXPLUS01')
    await send({ categoryId: 'claims', subCategoryId: 'claim-status', subject, text: 'Is my claim done?' })

    const rep = await newVisitor()
    await open(rep, signInPage)
    await rep.getByRole('textbox', { name: 'Login ID' }).fill('dana@riders.example')
    await rep.getByRole('textbox', { name: 'Login ID' }).press('Enter')
    await rep.getByRole('link', { name: 'Dana Reyes, with two factors' }).click()
    await rep.waitForURL((url) => url.origin === origin)
    await confirmAtProvider(rep, name)
    await open(rep, `${origin}/msg/#!/workspace`)
    await expect(locateHeading(rep)).toHaveText('Member messages')
    await rep.keyboard.press('/')
    await expect(rep.getByRole('searchbox', { name: 'Search messages and members' })).toBeFocused()
    await rep.keyboard.type(subject)
    await rep.keyboard.press('Enter')
    const filesRead = rep.waitForResponse((answer) => answer.url().endsWith('/attachments'))
    await rep
      .getByRole('link', { name: new RegExp(subject) })
      .first()
      .press('Enter')
    await rep.getByRole('textbox', { name: /^Reply to / }).fill('One moment please.')
    await filesRead

    const ended = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] }
    expect((await scim('PATCH', `/Users/${dana.id}`, ended)).status).toBe(200)
    await expect(locateHeading(rep)).toHaveText(/signed out/i)
    await make(first, provisioning.endScimToken, { params: { tokenId: token.body.payload.tokenId } })
  } finally {
    await switchOff(connectionId)
    example.kill()
  }
})

test('OS-64 an employee signs in with the password of the plan’s directory', async ({ page, noise }) => {
  // From the wrong password.
  noise.allow(/401/)
  const { first, makeConnection, switchOn, switchOff, confirm } = await startAdministrators()
  const slapd = await startSlapd()
  const name = `Directory ${crypto.randomUUID().slice(0, 8)}`
  const settings = {
    kind: 'ldap' as const,
    ...{ nameClaim: 'employeeNumber', groupsClaim: 'groups', trustsFactor: false, factorValues: [] },
    ...{ servers: [`ldaps://127.0.0.1:${slapd.securePort}`], certificates: [slapd.certificate], bindDn: serviceDn },
    ...{ base: `ou=people,${directoryBase}`, loginAttribute: 'uid', groupBase: `ou=groups,${directoryBase}` },
    ...{ isActiveDirectory: false, isWritable: false },
  }
  const connectionId = await makeConnection({
    ...{ name, brand, audience: 'staff', domains: ['directory.example'], secret: servicePassword },
    settings,
  })
  try {
    const params = { connectionId, version: '1' }
    const { to } = (await make(first, calls.tryConnection, { params })).body.payload
    const { pathname, searchParams } = new URL(to)
    const form = { state: searchParams.get('state') ?? '', name: 'luis', password: 'luis and his password' }
    expect((await first.send('POST', pathname, { form })).status).toBe(302)
    await switchOn(connectionId)
    const token = await make(first, provisioning.makeScimToken, {
      body: { name: `For ${name}`, brand, audience: 'staff', invites: false },
    })
    await confirm(`For ${name}`)
    const scim = startProvider(own, brand, token.body.payload.secret)
    await scim('POST', '/Users', { userName: 'E-1002', name: { givenName: 'Luis', familyName: 'Ortega' } })

    await open(page, signInPage)
    await page.getByRole('textbox', { name: 'Login ID' }).fill('luis@directory.example')
    await page.getByRole('textbox', { name: 'Login ID' }).press('Enter')
    await page.waitForURL(/\/sso\/.*\/start/)
    await expect(locateHeading(page)).toHaveText('Sign in')
    await expectAccessible(page, 'the password of a directory')
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page, 'the password of a directory')
    await page.getByLabel('User name').fill('luis')
    await page.keyboard.press('Tab')
    await page.keyboard.type('a wrong password')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('The user name or the password is not right.')
    await expect(page.getByLabel('Password')).toBeFocused()
    await page.keyboard.type('luis and his password')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.origin === origin && !url.pathname.startsWith('/sso'))
    await expect
      .poll(async () => (await page.context().cookies(origin)).some((one) => one.name === 'LtpaToken2'))
      .toBe(true)
    await expect(locateHeading(page)).toHaveText('Staff home')
    await make(first, provisioning.endScimToken, { params: { tokenId: token.body.payload.tokenId } })
  } finally {
    await switchOff(connectionId)
    await slapd.remove()
  }
})

test('OS-63 an agent signs in by the form of a SAML provider', async ({ page }) => {
  const { first, makeConnection, switchOn, switchOff, confirm } = await startAdministrators()
  const signer = await createSigner()
  const entityId = 'https://agents.example/saml'
  let connectionId = ''
  const answer = async (to: string, at: string) => {
    const { id: inResponseTo, answerAt } = readRequest(to)
    const usual = { signer, entityId, audience: `${at}/sso/${connectionId}`, recipient: answerAt, inResponseTo }
    return respond({ ...usual, subject: 'p-9', attributes: { uid: 'agent-9' } })
  }
  // The provider's page: a form that is submitted from another site.
  const server: Server = createServer(async (request, response) => {
    // Firefox asks for an icon, too.
    if (!request.url?.startsWith('/sso')) return response.writeHead(404).end()
    const to = `http://provider.example${request.url}`
    const { answerAt } = readRequest(to)
    const form = `<form method="post" action="${answerAt}"><input type="hidden" name="SAMLResponse" value="${await answer(to, origin)}"><button>Go on as agent-9</button></form>`
    response.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en"><title>Provider</title>${form}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const signInUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso`
  const name = `Agents ${crypto.randomUUID().slice(0, 8)}`
  const common = { nameClaim: 'uid', groupsClaim: '', trustsFactor: false, factorValues: [] }
  const settings = { kind: 'saml' as const, ...common, entityId, signInUrl, certificates: [signer.base64] }
  connectionId = await makeConnection({
    name,
    brand,
    audience: 'agents',
    domains: ['agents.example'],
    settings,
    secret: '',
  })
  try {
    const params = { connectionId, version: '1' }
    const { to } = (await make(first, calls.tryConnection, { params })).body.payload
    const form = { SAMLResponse: await answer(to, own) }
    const posted = await new Client(own).send('POST', `/sso/${connectionId}/answer`, { form })
    expect((await first.get(posted.headers.get('location') ?? '')).status).toBe(302)
    await switchOn(connectionId)
    const token = await make(first, provisioning.makeScimToken, {
      body: { name: `For ${name}`, brand, audience: 'agents', invites: false },
    })
    await confirm(`For ${name}`)
    const scim = startProvider(own, brand, token.body.payload.secret)
    expect((await scim('POST', '/Users', { userName: 'agent-9' })).status).toBe(201)
    await make(first, provisioning.endScimToken, { params: { tokenId: token.body.payload.tokenId } })
    await open(page, signInPage)
    await page.goto(`${origin}/sso/${connectionId}/start`)
    await page.getByRole('button', { name: 'Go on as agent-9' }).click()
    await page.waitForURL((url) => url.origin === origin && !url.pathname.startsWith('/sso'))
    await expect
      .poll(async () => (await page.context().cookies(origin)).some((one) => one.name === 'LtpaToken2'))
      .toBe(true)
    // The page's pending requests would be refused once the connection is off.
    await waitForQuiet(page)
  } finally {
    await switchOff(connectionId)
    server.close()
  }
})

/** Expects a screen to be accessible, and to fit windows of four widths. */
async function expectFits(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen)
  for (const width of [1280, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 720 })
    await expectNoSidewaysScroll(page, `${screen}, ${width} px`)
  }
}

test('OS-60 OS-67 HD-7 LG-4 a trial shows what its groups would grant, and signing in fits four widths, by keyboard and in Spanish', async ({
  page,
  newVisitor,
  noise,
}) => {
  // From the refusals.
  noise.allow(/40[34]/)
  const { makeConnection, switchOn, switchOff } = await startAdministrators()
  const examplePort = await freePort()
  const name = `Empleados ${crypto.randomUUID().slice(0, 8)}`
  const domain = `${name.slice(-8)}.example`
  const common = { nameClaim: 'employee_number', groupsClaim: 'groups', trustsFactor: false, factorValues: [] }
  const settings = { kind: 'oidc', ...common, issuer: `http://localhost:${examplePort}`, clientId: 'portico' } as const
  const connectionId = await makeConnection({
    ...{ name, brand, audience: 'staff', domains: [domain], settings, secret: 'example-secret' },
  })
  const example = await startExample(examplePort, `${origin}/sso/${connectionId}/answer`)
  const speak = (visitor: Page) => visitor.context().addCookies([{ name: 'language', value: 'es', url: origin }])
  try {
    await speak(page)
    await signIn(page, 'ADMIN001', origin)
    await open(page, `${origin}/msg/#!/administration/connections`)
    const card = page.getByRole('region').filter({ has: page.getByText(name) })
    await card.getByRole('button', { name: 'Probarla' }).press('Enter')
    await page.getByRole('link', { name: 'Luis Ortega, with one factor' }).press('Enter')
    const means = card.getByRole('listitem').filter({ hasText: 'Service desk' })
    await expect(means.getByText('Nada: nadie ha decidido qué otorga este grupo')).toBeVisible()
    await expect(card.getByText('No llegó nada en “employee_number”')).toBeVisible()
    await expectFits(page, 'a trial')
    await switchOn(connectionId)

    const visitor = await newVisitor()
    await speak(visitor)
    await open(visitor, signInPage)
    await tabTo(visitor, visitor.getByLabel('ID de usuario', { exact: true }))
    await visitor.keyboard.type(`kim@${domain}`)
    await expectFits(visitor, 'sign-in with a login ID of a domain')
    await visitor.keyboard.press('Enter')
    await visitor.getByRole('link', { name: 'Kim Park, with one factor' }).press('Enter')
    await expect(visitor.getByText('en más grupos de su organización')).toBeVisible()
    await expectFits(visitor, 'too many groups')
    await tabTo(visitor, visitor.getByRole('link', { name: 'Intentar de nuevo' }))
    await visitor.goto(`${origin}/sso/code`)
    await expectFits(visitor, 'a code of our own')
  } finally {
    await switchOff(connectionId)
    example.kill()
  }
})
