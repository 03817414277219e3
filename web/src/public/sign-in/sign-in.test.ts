import { getUserInfo, login, logout } from '@portico/contract/calls/identity'
import { producerToken } from '@portico/contract/calls/tokens'
import type { PageState } from '@portico/contract/page'
import { stubs } from '@portico/contract/stubs'
import type { Role } from '@portico/rules/roles'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCallSettings } from '../../base/api/settings.ts'
import { signIn } from './sign-in.ts'

const redirects = {
  'producer-home': '/x/chmprd/',
  'staff-home': '/x/chmstf/',
  'medicare-shop-home': '/x/chmmcr/',
  'member-shop-login': '/x/chmhcr/login/',
  'member-login': '/x/chmptl/login/',
}
const given = { loginId: 'MEMBER01', password: 'Welcome1!' }
const brand = { code: 'hmbcbs', storeID: '10151' } as PageState['brand']

/** What the browser was asked to do. */
let asked: string[]
let wentTo: string | null

/** A browser on a development host, and a service that answers like ours. */
function asIf(role: Role, market: string | null = null, refusal?: Response) {
  const contextAttribute = stubs.login.contextAttribute.map((attribute) =>
    attribute.attributeName === 'UserRole'
      ? { ...attribute, attributeValue: [{ storeId: '10151', value: role === 'VISITOR' ? [] : [role] }] }
      : attribute,
  )
  const claims = { uid: 'MEMBER01', role }
  const access_token = `a.${btoa(JSON.stringify(claims))}.c`
  const tokens = Response.json({ access_token, refresh_token: 'r' })
  const type = { actorType: role, storeId: '10151' }
  const answers: Record<string, unknown> = {
    [login.path]: { ...stubs.login, contextAttribute },
    [getUserInfo.path]: { ...stubs.getUserInfo, type, market, zipCode: null },
  }
  vi.stubGlobal('fetch', async (address: string, { method }: { method: string }) => {
    const [path = ''] = address.split('?')
    asked.push(`${method} ${path}`)
    return path === producerToken.path ? (refusal ?? tokens) : Response.json({ payload: answers[path] ?? {} })
  })
}

beforeEach(() => {
  setCallSettings({ appId: 'chmmbr', services: { api: '', oauth: '', testBackend: null }, t: (id) => id })
  asked = []
  wentTo = null
  setCallSettings({ appId: 'chmmbr', services: null as never, t: (id) => id })
  const replace = (address: string) => {
    wentTo = address
  }
  vi.stubGlobal('location', { host: 'localhost:8080', protocol: 'http:', replace })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('sessionStorage', { clear: () => {}, getItem: () => null, setItem: () => {}, removeItem: () => {} })
})
afterEach(() => vi.unstubAllGlobals())

const signedOut = `DELETE ${logout.path}`

test.each([
  ['chmprd', 'MEMBER', null, '/x/chmhcr/login/'],
  ['chmprd', 'VISITOR', null, '/x/chmhcr/login/'],
  ['chmhcr', 'AGENT', null, '/x/chmprd/'],
  ['chmhcr', 'MEMBER', 'MEDICARE', '/x/chmmcr/'],
] as const)(
  'SI-4 RO-3 on %s a %s of market %s is signed out and led to %s, and nothing more happens',
  async (project, role, market, address) => {
    asIf(role, market)
    const settled = signIn({ ...given, page: { brand, project, redirects } })
    await expect.poll(() => wentTo).toBe(address)
    expect(asked).toContain(signedOut)
    expect(await Promise.race([settled, Promise.resolve('unsettled')])).toBe('unsettled')
  },
)

test.each([
  ['chmprd', 'AGENT', redirects],
  ['chmprd', 'PROS', redirects],
  ['chmhcr', 'MEMBER', redirects],
  ['chmptl', 'MEMBER', null],
] as const)('SI-4 on %s a %s stays', async (project, role, addresses) => {
  asIf(role)
  expect(await signIn({ ...given, page: { brand, project, redirects: addresses } })).toBe('signed-in')
  expect([asked.includes(signedOut), wentTo]).toEqual([false, null])
  expect(asked[0]).toBe(`POST ${project === 'chmprd' ? producerToken.path : login.path}`)
})

test('SI-4 a caller that asks for noRedirect stays even if the rules would redirect', async () => {
  asIf('MEMBER')
  expect(await signIn({ ...given, page: { brand, project: 'chmprd', redirects }, noRedirect: true })).toBe('signed-in')
  expect([asked.includes(signedOut), wentTo]).toEqual([false, null])
})

test.each(['PASSWORD-CHANGE-REQUIRED', 'invalid_grant_second_factor'])(
  'SI-7 SI-11 where the token exchange is refused with %s, the service signs in, which leads on',
  async (error_description) => {
    asIf('AGENT', null, Response.json({ error: 'invalid_grant', error_description }, { status: 400 }))
    expect(await signIn({ ...given, page: { brand, project: 'chmprd', redirects } })).toBe('signed-in')
    expect(asked.slice(0, 2)).toEqual([`POST ${producerToken.path}`, `POST ${login.path}`])
  },
)
