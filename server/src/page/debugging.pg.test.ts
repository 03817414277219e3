import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from '../../test/client.ts'
import { type Portal, startPortal } from '../../test/portal.ts'

const asked = '?showConsole=true&consoleToView=warn&profiling=true'
const off = { profiling: false, showConsole: false, consoleToView: null, recorder: false }
const on = { profiling: true, showConsole: true, consoleToView: 'warn', recorder: true }

/** The debugging aids of a page, and whether it records the console. */
async function aidsOf(portal: Portal, host: string, search = asked) {
  const client = new Client(portal.origin)
  client.host = host
  const { status, body } = await client.get<string>(`/login/${search}`, { headers: { accept: 'text/html' } })
  expect(status).toBe(200)
  const debugging = /"debugging":(\{[^}]*\})/.exec(body.payload)?.[1] ?? 'null'
  return { ...JSON.parse(debugging), recorder: body.payload.includes('porticoLines') }
}

describe('EN-5 the debugging aids', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await startPortal()
  })
  afterAll(() => portal?.close())

  test.each(['secure.hmbcbs.localhost:8080', 'secure-tenv2.highmark.example'])('EN-5 are on at %s', async (host) => {
    expect(await aidsOf(portal, host)).toEqual(on)
    const q = Buffer.from('{"showConsole":true}').toString('base64')
    const packed = await aidsOf(portal, host, `?q=${encodeURIComponent(q)}`)
    expect(packed).toEqual({ ...off, showConsole: true, recorder: true })
    expect(await aidsOf(portal, host, '')).toEqual(off)
  })

  test.each(['secure.highmark.example', 'localhost.example', 'not a host'])(
    'EN-5 are off at %j, which could be a production host',
    async (host) => {
      expect(await aidsOf(portal, host)).toEqual(off)
    },
  )
})

describe('EN-5 the debugging aids in production', () => {
  let portal: Portal
  beforeAll(async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    portal = await startPortal({
      NODE_ENV: 'production',
      EMBEDDED_IN_PRODUCTION: '1',
      PUBLIC_ORIGINS: 'https://secure.highmark.example',
      TOKEN_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)),
      DATA_KEY: randomBytes(32).toString('base64'),
    })
  })
  afterAll(() => portal?.close())

  test.each(['secure.highmark.example', 'localhost', 'secure-tenv2.highmark.example', '127.0.0.1:8080'])(
    'EN-5 are off, whatever the host is called: %s',
    async (host) => {
      expect(await aidsOf(portal, host)).toEqual(off)
    },
  )
})
