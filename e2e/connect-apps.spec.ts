import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import * as oauth from 'oauth4webapi'
import { ask, buildOrigin, expect, expectUsable, open, submitSignIn, tabTo, test, waitForHydration } from './support.ts'

const brand = 'idh'
const origin = buildOrigin(brand)
const issuer = `${origin}/connect/${brand}`
const fhirBase = `${origin}/fhir/${brand}/r4`

const locateHeading = (page: Page) => page.getByRole('heading', { level: 1 })

/** An app on the person's own machine, which records the callback addresses. */
async function startApp() {
  const called: URL[] = []
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (address.pathname === '/callback') called.push(address)
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Year in Numbers</title><link rel="icon" href="data:,"><h1>Back in the app</h1>')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return { called, redirectUri, [Symbol.dispose]: () => server.close() }
}

/** Sends a request as an app in a browser does, from its own origin. */
async function send(path: string, from: string, contentType: string, body: string) {
  const headers = { origin: new URL(from).origin, 'content-type': contentType }
  const answer = await ask({ origin, path, method: 'POST', headers, body })
  return JSON.parse(answer.body) as Readonly<Record<string, string>>
}

async function readStatus(token: string, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await ask({ origin, path: `/fhir/${brand}/r4/${path}`, headers })).status
}

test('OS-36 OS-38 OS-39 an app registers itself; a member signs in on its way, reads what it asks for in Spanish, removes parts by keyboard, allows the rest, and ends the access under account settings', async ({
  page,
}) => {
  test.slow()
  using app = await startApp()
  const { redirectUri } = app
  const { client_id: clientId = '' } = await send(
    `/connect/${brand}/apps`,
    redirectUri,
    'application/json',
    JSON.stringify({
      client_name: 'Year in Numbers',
      organization: 'Example Labs',
      contacts: ['dev@app.example'],
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    }),
  )
  const verifier = oauth.generateRandomCodeVerifier()
  const asked = {
    ...{ client_id: clientId, response_type: 'code', redirect_uri: redirectUri, state: 'own state', aud: fhirBase },
    scope: 'openid launch/patient offline_access patient/*.rs',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  await open(page, `${issuer}/authorize?${new URLSearchParams(asked)}`)
  await submitSignIn(page, 'MEMBERID')
  await expect(locateHeading(page)).toHaveText('Connect Year in Numbers?')
  await waitForHydration(page)
  const main = page.getByRole('main')
  await expect(main).toContainText('by Example Labs')
  await expect(main).toContainText('has not answered our questions about privacy')
  await expect(main).toContainText('Signed in as Willy Koepp')
  await expect(page.getByRole('checkbox', { name: 'Sensitive records' })).not.toBeChecked()
  await expectUsable(page, 'what an app asks for')

  await page.context().addCookies([{ name: 'language', value: 'es', url: origin }])
  await page.reload()
  await waitForHydration(page)
  await expect(locateHeading(page)).toHaveText('¿Conectar Year in Numbers?')
  await expectUsable(page, 'what an app asks for, in Spanish')
  for (const name of ['Registros de salud', 'Equipo']) {
    const part = page.getByRole('checkbox', { name })
    await tabTo(page, part)
    await page.keyboard.press('Space')
    await expect(part).not.toBeChecked()
  }
  await expect(page.getByRole('checkbox', { name: 'Cobertura y tarjeta' })).toBeChecked()
  const allow = page.getByRole('button', { name: 'Permitir', exact: true })
  await tabTo(page, allow)
  await page.keyboard.press('Enter')
  await expect(locateHeading(page)).toHaveText('Back in the app')

  const [back] = app.called
  expect(back?.searchParams.get('iss')).toBe(issuer)
  expect(back?.searchParams.get('state')).toBe('own state')
  const form = {
    ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri, code_verifier: verifier },
    code: back?.searchParams.get('code') ?? '',
  }
  const tokens = await send(
    `/connect/${brand}/token`,
    redirectUri,
    'application/x-www-form-urlencoded',
    new URLSearchParams(form).toString(),
  )
  const { access_token: token = '', refresh_token: refresh = '', patient = '', scope = '' } = tokens
  expect(scope.split(' ')).toContain('patient/Coverage.rs')
  expect(scope).not.toMatch(/Condition|CareTeam|\*/)
  expect(refresh).not.toBe('')
  expect(await readStatus(token, `Patient/${patient}`)).toBe(200)
  expect(await readStatus(token, `Condition?patient=${patient}`)).toBe(403)

  await page.context().addCookies([{ name: 'language', value: 'en', url: origin }])
  await open(page, `${origin}/mbr/#!/account/apps`)
  const connected = page.getByRole('list', { name: 'Connected apps' })
  await expect(connected).toContainText('Coverage and ID card, Claims and costs, Prior authorizations, Medicines')
  await expect(connected).not.toContainText('Care team')
  await expectUsable(page, 'connected apps')
  await tabTo(page, connected.getByRole('button', { name: 'Disconnect Year in Numbers' }), 80)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expectUsable(page, 'ending an app')
  await dialog.getByRole('button', { name: 'Disconnect' }).press('Enter')
  await expect(main.getByRole('status').first()).toContainText('Year in Numbers was disconnected.')
  await expect(page.getByRole('list', { name: 'Ended in the last year' })).toContainText('Year in Numbers')
  expect(await readStatus(token, `Patient/${patient}`)).toBe(401)
})
