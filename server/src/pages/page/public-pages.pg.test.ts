import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Client, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()
/** A server on the same data, with nothing cached yet. */
let fresh: string
beforeAll(async () => {
  fresh = await portal.startBeside()
})

interface Asking {
  readonly path?: string
  readonly host?: string
  readonly cookies?: Record<string, string>
  readonly headers?: Record<string, string>
}

async function ask({ path = '/login/', host, cookies = {}, headers = {} }: Asking = {}, origin = portal.origin) {
  const client = new Client(origin)
  client.host = host
  for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value)
  const answer = await client.get(path, { headers: { accept: 'text/html', ...headers } })
  const isPacked = answer.headers.get('content-encoding') === 'gzip'
  return { answer, html: (isPacked ? gunzipSync(answer.bytes) : answer.bytes).toString() }
}

const findNonce = (html: string) => /<script nonce="([^"]+)"/.exec(html)?.[1] ?? ''
/** Removes what differs between answers: the nonce, and the moment of rendering. */
const omitVolatile = (html: string) =>
  html
    .replaceAll(findNonce(html), '')
    .replace(/"now":"[^"]+"/, '')
    .replaceAll(/127\.0\.0\.1:\d+/g, '')

const secure = (brand: string) => `secure.${brand}.localhost`
const variants: readonly Asking[] = [
  {},
  { path: '/mbr/' },
  { path: '/msg/' },
  { path: '/chmptl/logout/' },
  { host: secure('ndbcbs') },
  { host: secure('mincr') },
  { host: secure('hmbcbs') },
  { host: 'secure.hmbcbs.example' },
  { host: 'shop.hmbcbs.localhost' },
  { host: secure('ndbcbs'), cookies: { brand: 'mincr' } },
  { cookies: { brand: 'mincr' } },
  { cookies: { language: 'es' } },
  { headers: { 'accept-language': 'es-MX' } },
  { cookies: { fontSize: 'largest' } },
  { cookies: { timeZone: 'America/Denver' } },
  { cookies: { mobileUser: 'true' } },
  { headers: { 'sec-gpc': '1' } },
  { host: secure('ndbcbs'), cookies: { language: 'es', fontSize: 'large' }, headers: { 'sec-gpc': '1' } },
]

test('BR-3 BR-13 a cached page equals the one that would be rendered for the caller, whatever was requested before', async () => {
  const right = []
  // Every variant for the first time.
  for (const variant of variants) right.push(omitVolatile((await ask(variant, fresh)).html))
  for (const order of [variants, [...variants].reverse()])
    for (const variant of order) {
      const { html } = await ask(variant)
      expect([variant, omitVolatile(html) === right[variants.indexOf(variant)]]).toEqual([variant, true])
    }
  expect(new Set(right).size).toBeGreaterThan(12)
})

test('BR-13 each answer has its own nonce, which its policy names', async () => {
  const nonces = []
  for (let times = 0; times < 3; times++) {
    const { answer, html } = await ask()
    const nonce = findNonce(html)
    expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
    expect(html.match(/nonce="[^"]*"/g)?.every((one) => one === `nonce="${nonce}"`)).toBe(true)
    nonces.push(nonce)
  }
  expect(new Set(nonces).size).toBe(3)
})

test('RO-4 SI-2 the policy allows nothing unsafe, whatever is answered', async () => {
  for (const path of ['/', '/mbr/', '/nowhere', '/version']) {
    const policy = (await ask({ path })).answer.headers.get('content-security-policy')
    expect(policy).toMatch(/default-src 'none'|frame-ancestors 'none'/)
    expect(policy).not.toMatch(/unsafe|\s\*(?:[\s;]|$)/)
  }
})

test('BR-13 browsers without gzip get the same page', async () => {
  const packed = await ask({ headers: { 'accept-encoding': 'gzip, deflate, br' } })
  expect([packed.answer.headers.get('content-encoding'), packed.answer.headers.get('vary')]).toEqual([
    'gzip',
    expect.stringContaining('accept-encoding'),
  ])
  for (const encoding of ['identity', 'gzip;q=0']) {
    const plain = await ask({ headers: { 'accept-encoding': encoding } })
    expect(plain.answer.headers.get('content-encoding')).toBeNull()
    expect(omitVolatile(plain.html)).toBe(omitVolatile(packed.html))
  }
})

test('RO-4 nobody else gets a page rendered for a person, or what a person typed into an address', async () => {
  const member = await memberClient(portal.origin, 'MEMBER01')
  const own = String((await member.get('/mbr/', { headers: { accept: 'text/html' } })).body.payload)
  expect(own).toContain('Mayte')
  const typed = await ask({ path: '/login/?loginId=MEMBER07' })
  expect(typed.html).toContain('MEMBER07')
  const ended = { LtpaToken2: 'x'.repeat(43) }
  for (const variant of [{ path: '/mbr/' }, {}, { path: '/mbr/', cookies: ended }]) {
    const { html } = await ask(variant)
    expect(html).not.toMatch(/Mayte|MEMBER0[17]/)
  }
})

test('LG-2 LG-3 where no language is configured, the menu still has English and Spanish', async () => {
  const { read } = portal.database
  const regional = await read.selectFrom('content_item').selectAll().where('name', '=', 'REGIONAL_LANGUAGES').execute()
  await read
    .updateTable('content_item')
    .set({ value: '{"languages":[]}' })
    .where('name', '=', 'REGIONAL_LANGUAGES')
    .execute()
  try {
    await expect
      .poll(async () => (await ask({})).html)
      .toMatch(/<button[^>]*lang="en"[^>]*>English<\/button>.*<button[^>]*lang="es"[^>]*>Español<\/button>/s)
    const { html } = await ask({})
    expect(html).not.toContain('lang="zh"')
    expect(html).toContain('aria-label="Language: English')
  } finally {
    for (const { value, brand, language } of regional)
      await read
        .updateTable('content_item')
        .set({ value })
        .where('name', '=', 'REGIONAL_LANGUAGES')
        .where('brand', '=', brand)
        .where('language', '=', language)
        .execute()
  }
})

test('CT-3 LG-3 a change of settings or texts shows with the next page, on every instance', async () => {
  const both = [portal.origin, fresh]
  const findShown = async (text: string) => {
    const found = []
    for (const origin of both) found.push((await ask({}, origin)).html.includes(text))
    return found
  }
  const expiry = (ms: string) => `"expiryMs":${ms}`
  expect(await findShown(expiry('123000'))).toEqual([false, false])
  const { read } = portal.database
  const setting = { application: 'PORTAL', brand: 'ALL', key: 'CREDENTIAL_EXPIRY_MS', string_value: '123000' }
  await read
    .insertInto('app_config')
    .values({ ...setting, config_group: null, boolean_value: null, secure: true })
    .execute()
  expect(await findShown(expiry('123000'))).toEqual([true, true])
  await sql`update app_config set string_value = '124000' where key = 'CREDENTIAL_EXPIRY_MS'`.execute(read)
  expect(await findShown(expiry('124000'))).toEqual([true, true])
  await sql`delete from app_config where key = 'CREDENTIAL_EXPIRY_MS'`.execute(read)
  expect(await findShown(expiry('124000'))).toEqual([false, false])
  await sql`update content_item set value = replace(value, '"url":"', '"url":"/changed')
    where name = 'MBR_FOOTER_LINKS'`.execute(read)
  expect(await findShown('/changed')).toEqual([true, true])
})
