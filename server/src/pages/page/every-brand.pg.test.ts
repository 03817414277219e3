import { servicePhone } from '@portico/rules/brand/service-phone'
import { expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { type BrandOnFile, brand, brands, foreignMarks } from '../../../test/brand-records.ts'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

/** The default phone number (BR-10) of a server without any configuration. */
const defaultPhone = '1-800-555-0199'

/** Brands in Central Time (BR-10), written by hand. */
const centralTime = ['mincr', 'mn', 'ndbcbs', 'wybcbs', 'ccs', 'bl']

/** HTML as plain text: a brand's texts may contain characters that HTML escapes. */
function plain(html: string): string {
  return html
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Everything wrong with a brand's page, so that a single run reports every faulty brand. */
function wrongs(html: string, one: BrandOnFile, signedIn: boolean): string[] {
  const { phone: line, hours } = servicePhone({ brand: one, member: signedIn ? { isNDMedicaid: false } : null })
  const header = /<header.*?<\/header>/s.exec(html)?.[0] ?? ''
  const footer = findFooter(html)
  const number = line.kind === 'number' ? line.number : defaultPhone
  const year = new Date().getUTCFullYear()
  const networks = [...footer.matchAll(/<a href="([^"]*)"[^>]* aria-label="([^"]*)"/g)]
    .filter(([, , label]) => label?.startsWith(`${one.name} on `))
    .map(([, href]) => href)
  const social = Object.values(one.social).filter((link) => link !== null)
  const wanted: [string, boolean][] = [
    ['its code', html.includes(`data-brand="${one.code}"`)],
    ['its colour', html.includes(`--brand-primary:${one.look.primary};`)],
    ['its title', new RegExp(`<title>[^<]+ - ${one.name}</title>`).test(html)],
    ['its logo', header.includes(`src="/brand/${one.code}/`)],
    ['its icon', new RegExp(`<link rel="icon" href="/brand/${one.code}/`).test(html)],
    ['the way to its home', header.includes(`aria-label="${one.name}, home"`) && header.includes('href="/"')],
    ['its phone', footer.includes(`>${number}<`) && footer.includes(`href="tel:`)],
    ['its hours', footer.includes(hours)],
    ['hours of its zone', !centralTime.includes(one.code) || hours === 'Monday - Friday 8 AM - 8 PM CT'],
    ['its legal text', footer.includes(one.legalText)],
    ['its copyright', footer.includes(`© ${year} ${one.name}`)],
    ['its links', ['/msg/#!/contact-us', '/login/#/accessibility'].every((link) => footer.includes(`href="${link}"`))],
    ['free language help', footer.includes('href="/login/#/meaningful-access"')],
    ['its networks', String(networks.sort()) === String(social.sort())],
    ['its accreditation', footer.includes('URAC') === (one.uracAccredited && one.code !== 'ms')],
    ['a sign-in for visitors alone', /<h1[^>]*>Sign in<\/h1>/.test(html) !== signedIn],
    ['sign-out for members alone', header.includes('>Logout<') === signedIn],
    ['no braces', !/[{}]/.test(/<div id="root">.*?<script type="application/s.exec(html)?.[0] ?? '{')],
  ]
  const missing = wanted.filter(([, found]) => !found).map(([what]) => `${one.code}: ${what}`)
  return [...missing, ...strangers(html, one)]
}

const strangers = (html: string, { code }: BrandOnFile) =>
  foreignMarks(html, code).map((mark) => `${code} shows ${mark}`)
const findFooter = (html: string) => /<footer.*?<\/footer>/s.exec(html)?.[0] ?? ''

function at(host: string): Client {
  const client = new Client(portal.origin)
  client.host = `${host}.localhost:${new URL(portal.origin).port}`
  return client
}

/** A page's HTML, as the server sends it to a browser. */
async function htmlAt(client: Client, path: string): Promise<string> {
  const { status, body } = await client.get<string>(path, { headers: { accept: 'text/html' } })
  expect(status, `${path} at ${client.host}`).toBe(200)
  return plain(body.payload)
}

test('BR-7 BR-8 BR-10 BR-12 BR-13 FT-1 HD-1 a visitor of each brand gets all of that brand and nothing of another', async () => {
  const found: string[] = []
  for (const one of brands)
    for (const path of ['/login/', '/login/?mobile=true'])
      found.push(
        ...wrongs(await htmlAt(at(`secure.${one.code}`), path), one, false).map((wrong) => `${path}, ${wrong}`),
      )
  expect(found).toEqual([])
})

test('BR-8 BR-10 BR-12 FT-1 HD-1 LG-4 a member of each brand gets all of that brand and nothing of another', async () => {
  const { read } = portal.database
  const { member_id } = await readByLogin(read, 'MEMBER01')
  const found: string[] = []
  for (const one of brands) {
    // The demo has members of only seven brands, so one member moves from brand to brand.
    await read.updateTable('account').set({ brand: one.code }).where('member_id', '=', member_id).execute()
    await read.updateTable('member').set({ brand: one.code }).where('member_id', '=', member_id).execute()
    const client = at(`secure.${one.code}`)
    client.cookies.set('language', 'en')
    expect((await client.signIn('MEMBER01')).status).toBe(200)
    found.push(...wrongs(await htmlAt(client, '/mbr/'), one, true))
    found.push(...strangers(await htmlAt(client, '/msg/'), one))
    // In Spanish, the texts are checked as well.
    client.cookies.set('language', 'es')
    found.push(...strangers(await htmlAt(client, '/mbr/?mobile=true'), one))
  }
  expect(found).toEqual([])
})

test.each([
  { login: 'MEMBERND', phone: brand('ndbcbs').customerServiceNumber },
  { login: 'MEDICAIDND', phone: brand('ndbcbs').medicaidServiceNumber },
])('BR-10 $login of North Dakota is told the number for their group', async ({ login, phone }) => {
  const client = at('secure.ndbcbs')
  await client.signIn(login)
  const footer = findFooter(await htmlAt(client, '/mbr/'))
  expect(footer).toContain(phone ?? 'a number')
  expect(footer).not.toContain(brand('ndbcbs').customerServicePhoneNumber ?? '')
})

test('BR-9 on West Virginia’s hosts, the page learns that the plan is not accredited, and where its Medicare pages are', async () => {
  const html = await htmlAt(at('secure-tenv2.ms'), '/')
  expect(wrongs(html, brand('ms'), false)).toEqual([])
  const [, state = ''] = /id="portico-state">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(state).brand).toMatchObject({ uracAccredited: false })
  expect(JSON.parse(state).brand.links.medicare).toContain('benefits-home')
})

test('LG-2 North Dakota’s footer says Language Assistance', async () => {
  const footer = findFooter(await htmlAt(at('secure.ndbcbs'), '/login/'))
  expect(footer).toMatch(/href="\/login\/#\/meaningful-access"[^>]*>Language Assistance</)
  expect(footer).toContain('>Forms & Resources<')
})

test('BR-13 SI-1 without scripts, a page that needs them says so, and whom to call', async () => {
  const [, notice = ''] = /<noscript><p[^>]*>(.*?)<\/p>/s.exec(await htmlAt(at('secure.wybcbs'), '/')) ?? []
  expect(notice).toMatch(/This portal needs JavaScript\..*1-800-555-0117/)
})

test('EN-2 the gallery does not exist on production hosts, and no other view loads its code', async () => {
  const client = at('secure.hmbcbs')
  client.host = 'secure.highmark.com'
  const html = await htmlAt(client, '/login/')
  expect(html).toContain('"development":false')
  expect(html).toMatch(/\/assets\/main-[^"]*\.js/)
  expect(html).not.toContain('gallery')
})
