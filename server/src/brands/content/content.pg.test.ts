import { contentInfo, explainContent, tooltips } from '@portico/contract/calls/content'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { replaceRelease } from './store.ts'

const portal = testPortal()

const linkText = 'MBR_ADDITIONAL_LANGUAGES_LINK_TEXT'
const ask = async (body: Parameters<typeof make<typeof contentInfo>>[2]['body'], language = 'en') => {
  const client = new Client(portal.origin)
  client.cookies.set('language', language)
  return (await make(client, contentInfo, { body })).body.payload.contentResponse
}
const buildRequest = (brand: string, name = linkText, relationship = 'subscriber') => [
  {
    name,
    qualifiers: [
      { name: 'brand' as const, value: brand },
      { name: 'relationship' as const, value: relationship },
    ],
  },
]

async function edit(brand: string, language: string, value: string, qualifiers: Record<string, string> = {}) {
  const row = {
    name: linkText,
    brand,
    language,
    value,
    qualifiers: JSON.stringify(qualifiers),
    origin: 'edited' as const,
  }
  await portal.database.transaction((tx) => tx.insertInto('content_item').values(row).execute())
}

describe('CT-1 contentInfo', () => {
  test('CT-1 LG-2 a name is answered for its brand and language; English is the fallback', async () => {
    expect(await ask(buildRequest('HMBCBS'))).toEqual([{ name: linkText, value: 'All Languages' }])
    expect(await ask(buildRequest('NDBCBS'))).toEqual([{ name: linkText, value: 'Language Assistance' }])
    expect(await ask(buildRequest('ndbcbs'), 'es')).toEqual([{ name: linkText, value: 'Asistencia en su idioma' }])
    const [regional] = await ask(buildRequest('HMBCBS', 'REGIONAL_LANGUAGES'), 'es')
    expect(regional?.name).toBe('REGIONAL_LANGUAGES')
  })

  test("CT-1 LG-1 '*' with a content type answers every name of that type; contentType 'Language' is base64 of JSON", async () => {
    const answer = await ask([{ name: '*', contentType: 'Language', qualifiers: [{ name: 'brand', value: 'WYBCBS' }] }])
    expect(answer.map(({ name }) => name)).toEqual(['REGIONAL_LANGUAGES'])
    expect(JSON.parse(Buffer.from(answer[0]?.value ?? '', 'base64').toString('utf8'))).toEqual({
      languages: ['es', 'zh-Hans', 'de', 'ko', 'ru'],
    })
  })

  test('CT-1 the meaningful-access request form is answered, too', async () => {
    const answer = await ask({
      qualifier: 'MEANINGFUL_ACCESS_LINK_INFORMATION',
      relationshipCode: 'subscriber',
      brand: 'NDBCBS',
      type: 'name',
      data: ['MBR_MEANINGFUL_ACCESS_LINK_BTS3', 'NO_SUCH_NAME', linkText],
    })
    expect(answer).toEqual([
      { name: 'MBR_MEANINGFUL_ACCESS_LINK_BTS3', value: '{"href":"/login/#/meaningful-access"}' },
      { name: linkText, value: 'Language Assistance' },
    ])
  })

  test('CT-1 CT-4 a change in the database shows at the next request, the more specific item first', async () => {
    await edit('MINCR', 'en', 'Other languages')
    expect(await ask(buildRequest('MINCR'))).toEqual([{ name: linkText, value: 'Other languages' }])
    await edit('MINCR', 'en', 'For subscribers', { relationship: '18' })
    expect(await ask(buildRequest('MINCR', linkText, '18'))).toEqual([{ name: linkText, value: 'For subscribers' }])
    expect(await ask(buildRequest('MINCR'))).toEqual([{ name: linkText, value: 'Other languages' }])
    expect(await ask(buildRequest('HMBCBS'))).toEqual([{ name: linkText, value: 'All Languages' }])
  })

  test('CT-1 the next release replaces its own texts and keeps edited ones', async () => {
    await edit('LOU', 'en', 'Edited')
    const release = (brand: string, value: string) => ({
      name: linkText,
      brand,
      language: 'en',
      qualifiers: {},
      content_type: null,
      value,
    })
    await portal.database.transaction((tx) =>
      replaceRelease(tx, [release('ALL', 'Every language'), release('LOU', 'Released')], new Date()),
    )
    expect(await ask(buildRequest('HMBCBS'))).toEqual([{ name: linkText, value: 'Every language' }])
    expect(await ask(buildRequest('LOU'))).toEqual([{ name: linkText, value: 'Edited' }])
    expect(await ask(buildRequest('HMBCBS', 'REGIONAL_LANGUAGES'))).toEqual([])
  })

  test('CT-2 what a request lacks is named in the words of the sources', async () => {
    const client = new Client(portal.origin)
    const [whole] = buildRequest('HMBCBS')
    for (const [body, words] of [
      [[], 'Missing teamsite cache key'],
      [[{ name: '*' }], 'Missing required qualifier key'],
      [[{ name: linkText }], 'Missing required options'],
      [[{ name: linkText, qualifiers: [] }], 'Missing required brand qualifier'],
      [[{ ...whole, qualifiers: whole?.qualifiers.slice(0, 1) }], 'Missing required relationship qualifier'],
      [[whole, null], 'Missing request object for 2'],
      [
        { qualifier: 'X', relationshipCode: '', brand: 'HMBCBS', type: 'name', data: [linkText] },
        'Missing required relationship qualifier',
      ],
    ] as const) {
      const answer = await make(client, contentInfo, { body: body as never })
      expect([answer.status, listErrorCodes(answer)]).toEqual([400, ['FIELD-INVALID', words]])
    }
  })

  test('CT-2 a request that names nothing, or an unknown qualifier, is refused', async () => {
    const client = new Client(portal.origin)
    for (const body of [[], [{ name: '' }], [{ name: 'A', qualifiers: [{ name: 'mood', value: 'x' }] }], {}]) {
      const answer = await make(client, contentInfo, { body: body as never })
      expect(answer.status).toBe(400)
      expect(['FIELD-INVALID', 'BAD-REQUEST']).toContain(listErrorCodes(answer)[0])
    }
  })
})

test('CT-1 staff learn which rule matched', async () => {
  const staff = await signInClient(portal.origin, 'INTERNAL1')
  const { body } = await make(staff, explainContent, { query: { name: linkText, brand: 'LOU', language: 'es' } })
  expect(body.payload.matched).toMatchObject({ value: 'Edited', brand: 'own', language: 'en', origin: 'edited' })
  const none = await make(staff, explainContent, { query: { name: 'NO_SUCH_NAME', brand: 'LOU', language: 'es' } })
  expect(none.body.payload).toEqual({ matched: null })
})

test('MN-6 tooltips come by name with icon and text, for the brand and language; a broken one is left out', async () => {
  const client = new Client(portal.origin)
  const ask = async (brand: string) => (await make(client, tooltips, { query: { brand } })).body.payload
  const item = { brand: 'ALL', language: 'en', qualifiers: '{}', content_type: 'Tooltip', origin: 'edited' as const }
  const tip = (description: string) => JSON.stringify({ iconType: 'info', description })
  await portal.database.transaction((tx) =>
    tx
      .insertInto('content_item')
      .values([
        { ...item, name: 'TIP_A', value: tip('For all') },
        { ...item, name: 'TIP_A', brand: 'WYBCBS', value: tip('For one') },
        { ...item, name: 'TIP_A', language: 'es', value: tip('Para todos') },
        { ...item, name: 'TIP_B', value: 'no JSON' },
        { ...item, name: 'TIP_C', value: '{"iconType":"info"}' },
      ])
      .execute(),
  )
  const answered = await ask('HMBCBS')
  expect(answered.TIP_A).toEqual({ iconType: 'info', description: 'For all' })
  expect(Object.keys(answered)).not.toContain('TIP_B')
  expect(Object.keys(answered)).not.toContain('TIP_C')
  expect(await ask('WYBCBS')).toMatchObject({ TIP_A: { description: 'For one' } })
  client.cookies.set('language', 'es')
  expect(await ask('HMBCBS')).toMatchObject({ TIP_A: { description: 'Para todos' } })
})
