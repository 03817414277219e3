import { describe, expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { productionSettings } from '../../../test/production.ts'

const asked = '?showConsole=true&consoleToView=warn&profiling=true'
const off = { profiling: false, showConsole: false, consoleToView: null, recorder: false }
const on = { profiling: true, showConsole: true, consoleToView: 'warn', recorder: true }

/** The debugging aids of a page, and whether it records the console. */
async function readDebuggingAids(portal: Portal, host: string, search = asked) {
  const client = new Client(portal.origin)
  client.host = host
  const { status, body } = await client.get<string>(`/login/${search}`, { headers: { accept: 'text/html' } })
  expect(status).toBe(200)
  const debugging = /"debugging":(\{[^}]*\})/.exec(body.payload)?.[1] ?? 'null'
  return { ...JSON.parse(debugging), recorder: body.payload.includes('porticoLines') }
}

describe('EN-5 the debugging aids', () => {
  const portal = testPortal()

  test.each(['secure.hmbcbs.localhost:8080', 'secure-tenv2.highmark.example'])('EN-5 are on at %s', async (host) => {
    expect(await readDebuggingAids(portal, host)).toEqual(on)
    const q = Buffer.from('{"showConsole":true}').toString('base64')
    const packed = await readDebuggingAids(portal, host, `?q=${encodeURIComponent(q)}`)
    expect(packed).toEqual({ ...off, showConsole: true, recorder: true })
    expect(await readDebuggingAids(portal, host, '')).toEqual(off)
  })

  test.each(['secure.highmark.example', 'localhost.example', 'not a host'])(
    'EN-5 are off at %j, which could be a production host',
    async (host) => {
      expect(await readDebuggingAids(portal, host)).toEqual(off)
    },
  )
})

describe('EN-5 the debugging aids in production', () => {
  const portal = testPortal(productionSettings())

  test.each(['secure.highmark.example', 'localhost', 'secure-tenv2.highmark.example', '127.0.0.1:8080'])(
    'EN-5 are off, whatever the host is called: %s',
    async (host) => {
      expect(await readDebuggingAids(portal, host)).toEqual(off)
    },
  )
})
