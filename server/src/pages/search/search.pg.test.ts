import { siteSearch } from '@portico/contract/calls/search'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

const ask = (searchQuery: string, brand = 'hmbcbs', language = 'en') => {
  const client = new Client(portal.origin)
  client.cookies.set('language', language)
  return make(client, siteSearch, { body: { searchQuery, brand } })
}
const titles = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).body.payload.results.map(({ kind, title }) => `${kind}: ${title}`)

test('VA-8 answers, help, topics and language notices are found, the best first', async () => {
  expect(await titles('claim was denied')).toEqual(
    expect.arrayContaining(['topic: A claim was denied', 'answer: When a claim was denied']),
  )
  expect((await titles('trouble signing in')).slice(0, 2).sort()).toEqual([
    'answer: Trouble signing in',
    'help: Trouble signing in',
  ])
  expect(await titles('deutsch')).toEqual(['notice: Deutsch'])
  expect(await titles('german')).toEqual(['notice: Deutsch'])
  const { results } = (await ask('refill')).body.payload
  expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).sort((a, b) => b - a))
  expect(results.find(({ kind }) => kind === 'answer')).toMatchObject({ url: '/login/#/prescriptions', lang: null })
})

test('VA-8 LG-4 results are in the page’s language', async () => {
  expect(await titles('medicos', 'hmbcbs', 'es')).toContain('answer: Encontrar un médico de su red')
  expect(await titles('reclamaciones', 'hmbcbs', 'en')).toEqual([])
  expect(await titles('claims', 'hmbcbs', 'es')).toEqual([])
})

test('VA-8 stems, typos and synonyms find the right result, in both languages', async () => {
  expect((await titles('deductable'))[0]).toBe('answer: What a deductible is')
  expect((await titles('flu shot'))[0]).toBe('answer: Checkups and vaccines')
  expect((await titles('cancel'))[0]).toBe('answer: Canceling your coverage')
  expect((await titles('perscription refils'))[0]).toBe('answer: Refilling a prescription')
  expect((await titles('vacuna contra la gripe', 'hmbcbs', 'es'))[0]).toBe('answer: Chequeos y vacunas')
  expect((await titles('canselar', 'hmbcbs', 'es'))[0]).toBe('answer: Cancelar su cobertura')
  expect(await titles('sclerosis')).toEqual([])
})

test("VA-8 BR-12 a brand finds its own content and never another brand's", async () => {
  expect(await titles('autopay', 'ndbcbs')).toEqual(['answer: Paying your premium'])
  expect((await ask('premium', 'ndbcbs')).body.payload.results[0]?.text).toContain('not paid in this portal')
  expect(await titles('my bill')).toContain('topic: My bill')
  expect(await titles('my bill', 'ndbcbs')).not.toContain('topic: My bill')
  expect(await titles('leave off the first three characters', 'mincr')).toEqual(['help: Need help'])
  expect(await titles('leave off the first three characters')).toEqual([])
  expect((await ask('card', 'nobody')).status).toBe(404)
})

test('VA-8 CT-4 an answer written in the database is found at once; one that cannot be shown is left out', async () => {
  const item = { brand: 'WYBCBS', language: 'en', qualifiers: '{}', content_type: 'Answer', origin: 'edited' as const }
  const value = (url: string) => JSON.stringify({ title: 'Moose crossing', text: 'Mind the moose.', url })
  await portal.database.transaction((tx) =>
    tx
      .insertInto('content_item')
      .values([
        { ...item, name: 'ANSWER_MOOSE', value: value('/msg/#!/contact-us') },
        { ...item, name: 'ANSWER_ELSEWHERE', value: value('https://elsewhere.example/') },
        { ...item, name: 'ANSWER_BESIDE', value: value('//elsewhere.example/') },
        { ...item, name: 'ANSWER_BROKEN', value: 'moose' },
      ])
      .execute(),
  )
  expect(await titles('moose', 'wybcbs')).toEqual(['answer: Moose crossing'])
  expect(await titles('moose')).toEqual([])
})

test('VA-8 an empty search and one of more than 64 characters are refused; hostile words find nothing', async () => {
  for (const words of ['', '   ', 'x'.repeat(65)]) {
    const refused = await ask(words)
    expect([refused.status, listErrorCodes(refused)]).toEqual([400, ['FIELD-INVALID']])
    expect(refused.body.errors?.[0]?.field).toBe('searchQuery')
  }
  for (const words of ["'; drop table --", '%', '\\', '.*', '😀', '(((((']) {
    expect((await ask(words)).body.payload.results).toEqual([])
  }
})

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

test('MP-28 words sent by the search box before the page runs are rendered from the body, for nobody else', async () => {
  const visitor = new Client(portal.origin)
  const send = (raw: string) => visitor.send('POST', '/search-results.html', { raw, headers: formType })
  const state = (html: unknown) => /"url":"([^"]*)"/.exec(String(html))?.[1]
  const page = await send('searchQuery=knee+%26+%22hip%22&productEnabled=%27true%27&other=1')
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(state(page.body.payload)).toBe('/search-results.html?searchQuery=knee+%26+%22hip%22&productEnabled=%27true%27')
  expect(state((await send('')).body.payload)).toBe('/search-results.html?searchQuery=')
  const twice = await send('searchQuery=a&searchQuery=b')
  expect([twice.status, state(twice.body.payload)]).toEqual([200, '/search-results.html'])
  const after = await visitor.get('/search-results.html', { headers: { accept: 'text/html' } })
  expect(String(after.body.payload)).not.toContain('knee')
  expect((await send('searchQuery=%C3%28')).status).toBe(400)
})

test('VA-8 no log contains the words of a search', async () => {
  await ask('sclerosis')
  const visitor = new Client(portal.origin)
  await visitor.send('POST', '/search-results.html', { raw: 'searchQuery=sclerosis', headers: formType })
  const page = await visitor.get("/search-results.html?searchQuery=sclerosis&productEnabled='true'", {
    headers: { accept: 'text/html' },
  })
  expect(page.status).toBe(200)
  expect(portal.log.some((line) => line.includes('siteSearch'))).toBe(true)
  expect(portal.log.join('\n')).not.toContain('sclerosis')
})
