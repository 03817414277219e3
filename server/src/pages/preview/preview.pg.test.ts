import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { contentDeclared, findAddedType, replyItem } from '@portico/rules/content/declared'
import { withParts } from '@portico/rules/content/fields'
import { listScreens, type PreviewScreen, previewScreenNames } from '@portico/rules/content/screens'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, signInClient } from '../../../test/client.ts'
import { newText, readLatest } from '../../../test/content-samples.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'
import { signTarget } from './address.ts'

const portal = testPortal()
const key = { name: 'MBR_MESSAGE_CENTER_SIDEBAR_TITLE', brand: 'NDBCBS', language: 'en', qualifiers: {} } as const
const value = 'Ask <script>alert(1)</script> us'
const author = testClient(portal, 'AUTHOR02')
let versionId = ''

beforeAll(async () => {
  const body = newText((await readLatest(author, key))?.versionId ?? null, { ...key, value })
  versionId = body.versionId
  expect((await make(author, calls.writeContent, { body })).status).toBe(200)
})

const signIn = (loginId: string) => signInClient(portal.origin, loginId)
const buildRequest = (more = {}) => ({
  body: { versionIds: [versionId], brand: 'NDBCBS', language: 'en' as const, screen: 'messages' as const, ...more },
})
const createPreview = async (more = {}) => {
  const { status, body } = await make(author, calls.previewContent, buildRequest(more))
  expect(status).toBe(200)
  return body.payload.address.replace(/#.*/, '')
}
/** Visits an address in a browser without a session. */
const visit = (address: string) => new Client(portal.origin).get(address, { headers: { accept: 'text/html' } })
const readPage = async (address: string) => String((await visit(address)).body.payload)

describe('CT-7 preview', () => {
  test('CT-7 a draft shows on the real screen in the brand, with a banner; no reader sees it', async () => {
    const page = await readPage(await createPreview())
    expect(page).toContain('data-brand="ndbcbs"')
    expect(page).toContain('Preview. No reader sees this yet. Written by Tomas Hagen.')
    expect(page).toContain('Ask &lt;script&gt;alert(1)&lt;/script&gt; us')
    expect(page).not.toContain(value)
    const reader = await signIn('MEMBERND')
    const own = await reader.get('/msg/', { headers: { accept: 'text/html' } })
    expect(String(own.body.payload)).not.toContain('&lt;script&gt;')
  })

  test('CT-7 every screen exists in both languages, sandboxed wherever it is opened, and cached nowhere', async () => {
    for (const screen of previewScreenNames.filter((one) => one !== 'email')) {
      for (const language of ['en', 'es']) {
        const answer = await visit(await createPreview({ screen, language }))
        expect([screen, answer.status]).toEqual([screen, 200])
        expect(answer.headers.get('content-security-policy')).toMatch(/sandbox allow-scripts$/)
        expect(answer.headers.get('content-security-policy')).not.toMatch(/connect-src|allow-same-origin/)
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(String(answer.body.payload)).toContain(language === 'es' ? 'Vista previa.' : 'Preview.')
      }
    }
  })

  test('CT-7 a text shows on the actual screen of its kind, in the words of that draft only', async () => {
    const mara = await signIn('AUTHOR01')
    const { items } = (await make(mara, calls.contentItems, { query: { brand: 'ALL' } })).body.payload
    const writeTexts = async (name: string, texts: Record<string, string>) => {
      const live = items.find((one) => one.name === name && one.brand === 'ALL' && one.language === 'en')?.live
      const item = { name, brand: 'NDBCBS', language: 'en' as const, qualifiers: {} }
      const body = newText(null, { ...item, value: withParts(live?.value ?? '{"title":"","text":""}', texts) })
      expect((await make(mara, calls.writeContent, { body })).status).toBe(200)
      return body.versionId
    }
    const said = 'Written <b>here</b>'
    const reply = replyItem(randomUUID())
    const greeting = items.find(({ live }) => live?.value.includes('"title":"Greeting"'))?.name ?? ''
    const kinds: [string, Record<string, string>, PreviewScreen, string][] = [
      ['FORM_APPEAL', { title: said }, 'form', said],
      ['GUIDE_READ_YOUR_EOB', { title: said }, 'guide', said],
      ['WELLNESS_OFFERS', { 'programs.quit.title': said }, 'wellness', said],
      ['PREVENTIVE_CARE', { 'items.flu.title': said }, 'wellness', said],
      ['LANGUAGE_NOTICES', { es: said }, 'notices', said],
      ['STAFF_SENDERS', { sender: `${said} {repName}` }, 'conversation', `${said} Dana`],
      ['MESSAGE_DESK', { desk: said }, 'conversation', said],
      // Replaces the reply for every brand.
      [greeting, { text: `${said} {firstName}` }, 'conversation', `${said} Mayte`],
      [reply, { title: 'Hi', text: `${said} {firstName}` }, 'conversation', said],
      ['COMPANY_SITE_HOME', { lead: said }, 'site', said],
      ['COMPANY_SITE_CCE', { lead: said }, 'cce', said],
      ['COMPANY_SITE_WTS', { lead: said }, 'wts', said],
    ]
    for (const [name, texts, screen, shown] of kinds) {
      const [first] = listScreens(name, contentDeclared(name, findAddedType(name) ?? findType(name))?.area ?? 'contact')
      expect([name, first]).toEqual([name, screen])
      const page = await readPage(await createPreview({ versionIds: [await writeTexts(name, texts)], screen }))
      const inJson = JSON.stringify(shown).slice(1, -1).replaceAll('<', '\\u003c')
      expect([name, page.includes(inJson)]).toEqual([name, true])
      expect([name, page.includes(shown)]).toEqual([name, false])
      expect([name, (await readPage(await createPreview({ screen }))).includes(inJson)]).toEqual([name, false])
    }

    function findType(name: string): string | null {
      return items.find((one) => one.name === name)?.contentType ?? null
    }
  })

  test('CT-7 BR-7 a brand’s motto shows where visitors sign in, to nobody in particular', async () => {
    const { items } = (await make(author, calls.contentItems, { query: { brand: 'NDBCBS' } })).body.payload
    const live = items.find(({ name, language }) => name === 'BRAND_NDBCBS' && language === 'en')
    expect(listScreens('BRAND_NDBCBS', live?.area ?? 'contact')[0]).toBe('signIn')
    const motto = 'Care that knows the prairie'
    const written = withParts(live?.live?.value ?? '{}', { tagline: motto })
    const body = newText((await readLatest(author, { ...key, name: 'BRAND_NDBCBS' }))?.versionId ?? null, {
      ...key,
      name: 'BRAND_NDBCBS',
      value: written,
    })
    expect((await make(author, calls.writeContent, { body })).status).toBe(200)
    const page = await readPage(await createPreview({ versionIds: [body.versionId], screen: 'signIn' }))
    for (const part of [motto, 'id="loginId"']) expect([part, page.includes(part)]).toEqual([part, true])
    expect(page.slice(page.indexOf('<div id="root">'))).not.toContain('Mayte')
    expect((await readPage(await createPreview({ screen: 'signIn' }))).includes(motto)).toBe(false)
  })

  test('CT-7 CT-4 an e-mail shows as it would be sent, and nothing in it runs', async () => {
    const email = { name: 'EMAIL_CONTACT_CARD', brand: 'NDBCBS', language: 'en', qualifiers: {} } as const
    const texts = { subject: 'Hello', heading: 'Hello you', body: '**Call** <script>alert(1)</script>', action: 'Go' }
    const body = newText(null, { ...email, value: JSON.stringify(texts) })
    expect((await make(author, calls.writeContent, { body })).status).toBe(200)
    const answer = await visit(await createPreview({ versionIds: [body.versionId], screen: 'email' }))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/)
    const html = String(answer.body.payload)
    expect(html).toContain('Preview. No reader sees this yet. Written by Tomas Hagen.')
    expect(html).toContain('<strong>Call</strong> &#60;script&#62;alert(1)&#60;/script&#62;')
    expect((await visit(await createPreview({ screen: 'email' }))).status).toBe(404)
  })

  test('CT-7 an address that has expired, was changed, or is for another path shows nothing', async () => {
    const address = await createPreview()
    const said = { versionIds: [versionId], brand: 'ndbcbs', language: 'en' as const, screen: 'messages' as const }
    const token = (expires: number) => signTarget(dataKeyAt(portal.origin), { ...said, expires })
    const right = token(Date.now() + 60_000)
    expect((await visit(`/msg/?contentPreview=${right}`)).status).toBe(200)
    const [text = '', hash = ''] = right.split('.')
    const other = Buffer.from(JSON.stringify({ ...said, brand: 'idh', expires: Date.now() + 60_000 }))
    for (const wrong of [
      token(Date.now() - 1),
      `${text}.`,
      text,
      `${other.toString('base64url')}.${hash}`,
      '',
      'x'.repeat(9000),
    ]) {
      expect((await visit(`/msg/?contentPreview=${wrong}`)).status).toBe(404)
    }
    expect((await visit(address.replace('/msg/', '/spa/'))).headers.get('content-security-policy')).not.toMatch(
      /sandbox/,
    )
  })

  test('CT-7 RO-4 only authors get an address, for texts and brands of theirs; it is in the audit log', async () => {
    const rep = await signIn('CSRREP01')
    expect((await make(rep, calls.previewContent, buildRequest())).status).toBe(403)
    expect((await make(author, calls.previewContent, buildRequest({ brand: 'IDH' }))).status).toBe(404)
    expect((await make(author, calls.previewContent, buildRequest({ versionIds: [randomUUID()] }))).status).toBe(404)
    const mara = await signIn('AUTHOR01')
    const foreign = newText(null, { ...key, brand: 'IDH' })
    await make(mara, calls.writeContent, { body: foreign })
    expect((await make(author, calls.previewContent, buildRequest({ versionIds: [foreign.versionId] }))).status).toBe(
      404,
    )
    const { rows } = await sql<{ who: string }>`
      select distinct actor_login_id as who from audit_event where action = 'content.preview' and record_id = ${versionId}`.execute(
      portal.database.read,
    )
    expect(rows).toEqual([{ who: 'AUTHOR02' }])
  })
})
