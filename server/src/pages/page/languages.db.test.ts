import { expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { readPageState, setSettings } from '../../../test/settings.ts'

const portal = testPortal()

async function open(headers: Readonly<Record<string, string>>, client = new Client(portal.origin)) {
  const answer = await client.get('/login/', { headers: { accept: 'text/html', ...headers } })
  return { state: readPageState(answer), html: String(answer.body.payload), client }
}
const root = (html: string) => /<html [^>]*>/.exec(html)?.[0]

test('LG-4 no brand speaks a language that no one has checked, whoever asks for it, until it is switched on', async () => {
  const asked = await open({ 'accept-language': 'ar,en;q=0.5' })
  expect(root(asked.html)).toContain('lang="en"')
  const withCookie = new Client(portal.origin)
  withCookie.cookies.set('language', 'ar')
  const { state, html, client } = await open({}, withCookie)
  expect(root(html)).toContain('lang="en"')
  expect(state.languages.offered.map(({ code }) => code)).toEqual(['en', 'es'])
  // Else its calls would answer in a language that its pages do not speak.
  expect(client.cookies.get('language')).toBe('en')
})

test('LG-4 a brand with such a language switched on speaks it from right to left, and says that no one has checked it', async () => {
  const { brand } = (await open({})).state
  await setSettings(portal.database, brand.code, { LANGUAGES: 'ar' })
  const { html, state, client } = await open({ 'accept-language': 'ar,en;q=0.5' })
  expect(root(html)).toMatch(/lang="ar" dir="rtl"/)
  expect(state).toMatchObject({ language: 'ar', languages: { locale: 'ar-u-nu-latn', isProvisional: true } })
  expect(html).toContain('<span lang="en" dir="ltr">Translated by machine, checked by no one yet.')
  expect(state.languages.offered.map(({ code }) => code)).toEqual(['en', 'es', 'ar'])
  expect(client.cookies.get('language')).toBe('ar')
  const chinese = await open({ 'accept-language': 'zh-TW' })
  expect(root(chinese.html)).toContain('lang="en"')
  const spanish = await open({ 'accept-language': 'es' })
  expect(spanish.state.languages.isProvisional).toBe(false)
  expect(spanish.html).not.toContain('checked by no one yet')
})
