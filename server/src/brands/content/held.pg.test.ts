import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { BodyOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { withParts } from '@portico/rules/content/fields'
import { sql } from 'kysely'
import { extractText } from 'unpdf'
import { describe, expect, test } from 'vitest'
import tabs from '../../../../content/site/tabs.json' with { type: 'json' }
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { newRelease, newText, readLatest } from '../../../test/content-samples.ts'
import { testMail } from '../../../test/mail.ts'
import { testPortal } from '../../../test/portal.ts'
import { testClient } from '../../../test/signed-in.ts'
import { emailItems } from '../../mailing/email/items.ts'
import { loadBrands } from '../brand/load.ts'
import { readReleasedTexts } from './released.ts'
import { readContent } from './source.ts'

const portal = testPortal()
const smtp = testMail(portal)
const root = resolve(import.meta.dirname, '../../../..')
const released = readReleasedTexts(join(root, 'content'), loadBrands(join(root, 'brands')), emailItems())

const author = testClient(portal, 'AUTHOR01')
const approver = testClient(portal, 'APPROV01')
const member = testClient(portal, 'MEMBER01')

type Key = Pick<BodyOf<typeof calls.writeContent>, 'name' | 'brand' | 'language'>
const everybody = { brand: 'ALL', language: 'en' } as const

/** All texts of a name, with some of them changed. */
const changeTexts = ({ name, language }: Key, texts: Record<string, string>) => {
  const row = released.find((one) => one.name === name && one.language === language)
  return JSON.stringify({ ...JSON.parse(row?.value ?? '{}'), ...texts })
}

/** Writes texts as one author and approves them together as another; returns a function that rolls them back. */
async function show(...texts: readonly (readonly [Key, string])[]): Promise<() => Promise<void>> {
  const versionIds: string[] = []
  for (const [key, value] of texts) {
    const before = await readLatest(author, { ...key, qualifiers: {} })
    const written = newText(before?.versionId ?? null, { ...key, value, submit: true })
    expect(await make(author, calls.writeContent, { body: written })).toMatchObject({ status: 200 })
    versionIds.push(written.versionId)
  }
  const release = newRelease(versionIds)
  expect((await make(approver, calls.releaseContent, { body: release })).status).toBe(200)
  return async () => {
    const body = { undoId: randomUUID(), releaseId: release.releaseId, note: 'Back again' }
    expect((await make(approver, calls.undoRelease, { body })).status).toBe(200)
  }
}

const topic = async () => {
  const { body } = await make(member, calls.messageCategories, {})
  return body.payload.categories.find(({ categoryId }) => categoryId === 'claims')?.label
}

describe('CT-4 CT-8 texts in files that authors change', () => {
  test('CT-5 the list has every key of the release, and nothing else except what authors added', async () => {
    const { body } = await make(author, calls.contentItems, { query: { brand: 'ALL' } })
    const key = (one: Key) => `${one.name} ${one.brand} ${one.language}`
    const added = body.payload.items.filter(({ contentType }) => contentType === 'Reply')
    const listed = new Set(body.payload.items.filter((one) => !added.includes(one)).map(key))
    // Machine translations follow the release.
    const ofAuthors = released.filter(({ language }) => language === 'en' || language === 'es')
    expect(ofAuthors.map((row) => key(row as Key)).filter((one) => !listed.has(one))).toEqual([])
    expect(listed.size).toBe(new Set(ofAuthors.map((row) => key(row as Key))).size)
  })

  test('LG-4 CT-8 if authors change a text, readers of its machine translation see the authors’ English', async () => {
    const link = async () => (await readContent(portal.database)).listNamed('MBR_MEANINGFUL_ACCESS_LINK_TEXT')
    const inArabic = async () => (await link()).filter(({ language }) => language === 'ar').map(({ value }) => value)
    const before = await inArabic()
    expect(before).toContain('مساعدة لغوية مجانية')
    const undo = await show([{ ...everybody, name: 'MBR_MEANINGFUL_ACCESS_LINK_TEXT' }, 'Help in your language'])
    expect(await inArabic()).toEqual([])
    await undo()
    expect(await inArabic()).toEqual(before)
  })

  test('CT-4 CT-8 topics, notices, forms, guides, wellness and brand words show approved texts within five seconds', async () => {
    const guide = async () =>
      (await make(member, calls.openGuide, { params: { guide: 'read-your-eob' } })).body.payload.title
    const form = async () => (await make(member, calls.openForm, { params: { kind: 'claim' } })).body.payload.form.title
    const offer = async () =>
      (await make(member, calls.wellness, {})).body.payload.programs.find(({ id }) => id === 'quit')?.title
    const notice = async () => {
      const query = { brand: 'hmbcbs', language: 'en' as const, version: randomUUID() }
      const { body } = await make(new Client(portal.origin), calls.languageContent, { query })
      return body.payload.languages.find(({ titleHTMLLang }) => titleHTMLLang === 'es')?.messageHTMLUnicode
    }
    const page = async () => String((await new Client(portal.origin).get('/login/?defBrand=hmbcbs')).body.payload)
    const law = async () => {
      const query = { brand: 'hmbcbs', language: 'es' as const, version: randomUUID() }
      return (await make(new Client(portal.origin), calls.nonDiscrimination, { query })).body.payload
    }
    const legal = 'Words of lawyers <b>in bold</b>'
    const shown: [Key, Record<string, string>, () => Promise<unknown>, unknown][] = [
      [{ name: 'MESSAGE_TOPICS', ...everybody }, { 'categories.claims.label': 'Bills' }, topic, 'Bills'],
      [{ name: 'GUIDE_READ_YOUR_EOB', ...everybody }, { title: 'Read it so' }, guide, 'Read it so'],
      [{ name: 'FORM_CLAIM', ...everybody }, { title: 'A claim of yours' }, form, 'A claim of yours'],
      [{ name: 'WELLNESS_OFFERS', ...everybody }, { 'programs.quit.title': 'Smoke no more' }, offer, 'Smoke no more'],
      [{ name: 'LANGUAGE_NOTICES', ...everybody }, { es: 'Llame al {phone}' }, notice, 'Llame al {phone}'],
    ]
    const readAll = () => Promise.all(shown.map(([, , read]) => read()))
    const before = await readAll()
    const brand = { name: 'BRAND_HMBCBS', brand: 'HMBCBS', language: 'en' } as const
    const rollBack = await show(...shown.map(([key, texts]) => [key, changeTexts(key, texts)] as const), [
      brand,
      changeTexts(brand, { legalText: legal }),
    ])
    await expect.poll(readAll).toEqual(shown.map(([, , , expected]) => expected))
    expect(await page()).toContain('Words of lawyers &lt;b&gt;in bold&lt;/b&gt;')
    expect(await page()).not.toContain('<b>in bold')
    await rollBack()
    await expect.poll(readAll).toEqual(before)
    expect(await page()).not.toContain('Words of lawyers')
    expect(await law()).toMatchObject({ language: 'en', text: expect.stringContaining('{entity}') })
    const es = { name: 'NON_DISCRIMINATION', brand: 'HMBCBS', language: 'es' } as const
    await show([es, '## La discriminación es ilegal\n\n{entity} cumple la ley.'])
    expect(await law()).toEqual({ language: 'es', text: expect.stringContaining('es ilegal') })
  })

  test('HD-2 CT-4 authors change a brand’s tabs: words, address, a new window; other brands keep theirs', async () => {
    const key = { name: 'MBR_HEADER_TABS', brand: 'HMBCBS', language: 'en' } as const
    const value = withParts(JSON.stringify(tabs.MBR_HEADER_TABS.items[0]?.value), {
      '6.label': 'Doctors near you',
      '6.url': 'https://doctors.example/start',
      '6.linkTarget': '_blank',
    })
    const readTabs = async (brand: string) => {
      const page = String((await new Client(portal.origin).get(`/login/?defBrand=${brand}`)).body.payload)
      return /<a [^>]*href="https:\/\/doctors\.example\/start"[^>]*>.*?<\/a>/.exec(page)?.[0] ?? null
    }
    const rollBack = await show([key, value])
    expect(await readTabs('hmbcbs')).toMatch(/target="_blank".*rel="noopener noreferrer".*Doctors near you/)
    expect(await readTabs('idh')).toBeNull()
    await rollBack()
    expect(await readTabs('hmbcbs')).toBeNull()
  })

  test('CT-4 CT-6 an author’s hostile words appear as plain words in a PDF', async () => {
    const key = { name: 'FORM_CLAIM', ...everybody }
    const title = '<script>alert(1)</script> <b>$&</b>'
    const rollBack = await show([key, changeTexts(key, { title })])
    const blank = async () => {
      const answer = await make(member, calls.blankForm, { params: { kind: 'claim' }, query: { language: 'en' } })
      return (await extractText(new Uint8Array(answer.bytes), { mergePages: true })).text
    }
    await expect.poll(blank).toContain(title)
    await rollBack()
  })

  test('CT-4 MC-6 a waiting e-mail goes out in the approved words, for the brand they are for', async () => {
    const key = { name: 'EMAIL_CONTACT_CARD', brand: 'HMBCBS', language: 'en' } as const
    const rollBack = await show([key, changeTexts(key, { subject: 'How we can help', body: 'Call **{phone}**.' })])
    const letters = () => smtp.received.filter(({ text }) => text?.includes('contact-us'))
    const send = async () => {
      const body = { letterId: randomUUID(), template: 'contact-card' as const }
      expect((await make(member, calls.sendEmail, { body })).status).toBe(200)
    }
    await send()
    await expect.poll(() => letters().length).toBe(1)
    expect(letters()[0]).toMatchObject({ subject: 'How we can help', text: expect.stringMatching(/Call 1-[\d-]+\./) })
    expect(letters()[0]?.html).toMatch(/Call <strong>1-[\d-]+<\/strong>/)
    await rollBack()
    await send()
    await expect.poll(() => letters().length).toBe(2)
    expect(letters()[1]?.subject).toMatch(/^How to reach/)
  })

  test('CT-6 an invalid e-mail text is refused with its place: an extra line, an unknown name, a link elsewhere', async () => {
    const key = { name: 'EMAIL_CONTACT_CARD', ...everybody }
    const refuseRelease = async (texts: Record<string, string>) => {
      const before = await readLatest(author, { ...key, qualifiers: {} })
      const body = newText(before?.versionId ?? null, { ...key, value: changeTexts(key, texts), submit: true })
      const { body: answer } = await make(author, calls.writeContent, { body })
      return (answer.errors ?? []).map(({ field, errorMessage }) => `${field} ${errorMessage}`)
    }
    expect(await refuseRelease({ subject: 'Hello\nBcc: x' })).toEqual(['value.subject content.problem.line'])
    expect(await refuseRelease({ body: 'Dear {firstName}' })).toEqual(['value.body content.problem.placeholder'])
    expect(await refuseRelease({ body: '[Here](https://evil.test/)' })).toEqual([
      'value.body content.problem.marked-link',
    ])
    expect(await refuseRelease({ to: 'evil@evil.test' })).toEqual(['value content.problem.frame'])
  })

  test('CT-8 unusable words hold no e-mail back: it goes out in the words of the release', async () => {
    const at = smtp.received.length
    await sql`insert into content_item (name, brand, language, qualifiers, content_type, value, origin)
      values ('EMAIL_CONTACT_CARD', 'HMBCBS', 'en', '{}', 'Email', '{"body": "Dear {nobody}"}', 'edited')`.execute(
      portal.database.read,
    )
    const body = { letterId: randomUUID(), template: 'contact-card' as const }
    expect((await make(member, calls.sendEmail, { body })).status).toBe(200)
    await expect.poll(() => smtp.received.length).toBe(at + 1)
    expect(smtp.received.at(-1)?.text).toContain('You asked us to send you this.')
  })
})
