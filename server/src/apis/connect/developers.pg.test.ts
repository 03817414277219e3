import { fhirTypes } from '@portico/contract/fhir/types'
import { describe, expect, test } from 'vitest'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

const form = {
  ...{ name: '<b>Year</b>', maker: 'Example Labs', contactEmail: 'dev@app.example', authMethod: 'client_secret_basic' },
  ...{ redirectUris: 'https://app.example/callback\nhttp://localhost:7000/callback', answer: 'on', deletes: 'on' },
}

async function send(body: Readonly<Record<string, string>>, origin?: string) {
  const headers = origin === undefined ? {} : { origin }
  const answer = await fetch(`${portal.origin}/developers/`, {
    method: 'POST',
    body: new URLSearchParams(body),
    headers,
  })
  return { status: answer.status, html: await answer.text() }
}

describe('OS-36 the page for developers', () => {
  test('its tables are built from the registry, for every brand, in both languages, without scripts', async () => {
    const english = await fetch(`${portal.origin}/developers/`, { headers: { 'accept-language': 'en' } })
    const html = await english.text()
    for (const [type, { parameters }] of Object.entries(fhirTypes)) {
      expect(html).toContain(`patient/${type}.rs`)
      for (const name of Object.keys(parameters)) expect(html).toContain(`<code>${name}</code>`)
    }
    for (const brand of ['hmbcbs', 'ms', 'de']) expect(html).toContain(`${portal.origin}/fhir/${brand}/r4`)
    expect(html).not.toContain('<script')
    expect(english.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const spanish = await fetch(`${portal.origin}/developers`, { headers: { 'accept-language': 'es' } })
    expect(await spanish.text()).toContain('Para desarrolladores')
  })

  test('OS-37 the form registers an app with its answers about privacy', async () => {
    const { status, html } = await send(form, portal.origin)
    expect(status).toBe(201)
    const row = portal.database.read.selectFrom('app').selectAll().where('name', '=', '<b>Year</b>')
    const { client_id, attestation, redirect_uris, state } = await row.executeTakeFirstOrThrow()
    expect(html).toContain(client_id)
    expect(attestation).toEqual({ sells: false, deletes: true, hipaa: false, keepsMonths: null })
    expect([redirect_uris.length, state]).toEqual([2, 'waiting'])
  })

  test('OS-36 a token with one button, and a request with its answer, only for a made-up member', async () => {
    const press = async (path: string, body: Readonly<Record<string, string>> = {}) => {
      const headers = { origin: portal.origin }
      const answer = await fetch(`${portal.origin}/developers/${path}`, {
        method: 'POST',
        body: new URLSearchParams(body),
        headers,
      })
      return { status: answer.status, html: await answer.text() }
    }
    const { status, html } = await press('try')
    expect(status).toBe(201)
    const readHidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ''
    const trial = { brand: readHidden('brand'), patient: readHidden('patient'), token: readHidden('token') }
    const own = portal.database.read.selectFrom('account').select('member_id').where('login_id', '=', 'MEMBER01')
    expect(trial.patient).toBe((await own.executeTakeFirstOrThrow()).member_id)
    const answer = await press('ask', { ...trial, path: `Patient/${trial.patient}` })
    expect(answer.status).toBe(200)
    expect(answer.html).toContain('<code>200</code>')
    expect(answer.html).toContain('&quot;resourceType&quot;: &quot;Patient&quot;'.replaceAll('&quot;', '"'))
    // The token works like any other.
    const address = `${portal.origin}/fhir/${trial.brand}/r4/ExplanationOfBenefit?_count=1`
    expect((await fetch(address, { headers: { authorization: `Bearer ${trial.token}` } })).status).toBe(200)
    for (const path of ['../../../health/ready', '/../../../admin', '..%2f..', '.\\..\\x'])
      expect([path, (await press('ask', { ...trial, path })).status]).toEqual([path, 400])
    expect((await press('ask', { ...trial, brand: '../x', path: 'Patient' })).status).toBe(400)
    expect((await press('ask', { ...trial, path: 'Patient?<script>' })).html).not.toContain('<script')
  })

  test('mistakes are named, and another site cannot send it', async () => {
    const { status, html } = await send({ ...form, redirectUris: 'javascript:alert(1)' })
    expect([status, html.includes('Redirect URIs, one per line')]).toEqual([400, true])
    expect((await send(form, 'https://evil.example')).status).toBe(403)
    expect((await send({ ...form, name: 'x'.repeat(100) })).status).toBe(400)
  })
})
