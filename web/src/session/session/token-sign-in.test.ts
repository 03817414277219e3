import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCallSettings } from '../../base/api/settings.ts'
import { readTokenClaims, signInByToken } from './token-sign-in.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (claims: unknown) => `${encode({ alg: 'ES256' })}.${encode(claims)}.signature`

interface Sent {
  readonly address: string
  readonly init: RequestInit
}
let sent: Sent[]
let said: string[]

/** The network: the token endpoint answers `tokens`, the helper confirms that it has set the cookies. */
function network(tokens: unknown, status = 200) {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, init })
    const isTokens = address.startsWith('/api/oauth/')
    return Response.json(isTokens ? tokens : { payload: { signedIn: true } }, { status: isTokens ? status : 200 })
  })
}

beforeEach(() => {
  sent = []
  setCallSettings({
    appId: 'chmmbr',
    services: { api: 'a.example', oauth: 'o.example', testBackend: null },
    t: (id) => id,
  })
  said = []
  vi.stubGlobal('location', { host: 'producer.highmark.example' })
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(line))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const credentials = { loginId: 'AGENT001', password: 'pass&word=ü' }

test('SI-11 SI-12 the exchange names the client of its environment, and its refresh token goes to the helper', async () => {
  network({ access_token: jwt({ uid: 'AGENT001', role: 'AGENT' }), refresh_token: 'r-1' })
  expect(await signInByToken(credentials)).toBe('AGENT')
  const [exchange, helper] = sent
  expect(exchange?.address).toBe('/api/oauth/v2/producerportal/tokens')
  expect(new Headers(exchange?.init.headers).get('authorization')).toBe(`Basic ${btoa('portico-prod:')}`)
  expect(Object.fromEntries(exchange?.init.body as URLSearchParams)).toEqual({
    grant_type: 'password',
    username: 'AGENT001',
    password: 'pass&word=ü',
    scope: 'resource.READ',
  })
  expect([helper?.address, helper?.init.method]).toEqual(['/rbsmbl/x-services/sessionCookies', 'POST'])
  expect(JSON.parse(String(helper?.init.body)).payload).toEqual({ refreshToken: 'r-1' })
  expect([sent.length, said]).toEqual([2, []])
})

const unusable: readonly (readonly [string, object, readonly string[]])[] = [
  ['nothing', {}, ['No /tokens response']],
  ['no refresh token', { access_token: jwt({ uid: 'A' }) }, ['No /tokens response']],
  ['no access token', { refresh_token: 'r-1' }, ['No /tokens response']],
  ...[jwt({}), jwt({ uid: '' }), jwt(null), 'no-token', 'a.%%%.c'].map(
    (access_token) =>
      [
        access_token,
        { access_token, refresh_token: 'r-1' },
        ['No decoded token value exists', 'No user ID available...'],
      ] as const,
  ),
]

test.each(unusable)('SI-12 with %s nobody is signed in, and the console says why', async (_what, tokens, reasons) => {
  network(tokens)
  await expect(signInByToken(credentials)).rejects.toMatchObject({ code: 'NO-CODE' })
  expect([said, sent.length]).toEqual([reasons, 1])
})

test.each(['invalid_grant_incorrect_creds', 'invalid_grant_account_locked'])(
  'ER-11 %s is the code of the failure',
  async (code) => {
    network({ error: 'invalid_grant', error_description: code }, 400)
    await expect(signInByToken(credentials)).rejects.toMatchObject({ status: 400, code })
    expect(sent).toHaveLength(1)
  },
)

test('SI-11 the token is for uid, else user_id, and names a role', () => {
  expect(readTokenClaims(jwt({ uid: 'ÄGENT', user_id: 'B', role: 'AGENT' }))).toEqual({
    userId: 'ÄGENT',
    role: 'AGENT',
  })
  expect(readTokenClaims(jwt({ user_id: 'B' }))).toEqual({ userId: 'B', role: null })
  expect(readTokenClaims(jwt({ uid: 7 }))).toEqual({ userId: null, role: null })
})
