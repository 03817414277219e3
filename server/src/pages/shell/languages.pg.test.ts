import { randomUUID } from 'node:crypto'
import { languageContent } from '@portico/contract/calls/content'
import { visibleLanguageIds } from '@portico/rules/languages/menu'
import { expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()
const name = 'REGIONAL_LANGUAGES'

async function setList(brand: string, languages: readonly string[]) {
  const { read } = portal.database
  await read.deleteFrom('content_item').where('name', '=', name).where('brand', '=', brand).execute()
  const value = JSON.stringify({ languages })
  await read
    .insertInto('content_item')
    .values({ name, brand, language: 'en', content_type: null, value, origin: 'edited' })
    .execute()
}

async function ask(brand: string) {
  const query = { brand, language: 'en' as const, version: randomUUID() }
  return (await make(new Client(portal.origin), languageContent, { query })).body.payload
}

test('LG-1 LG-2 three lists of languages come over HTTP, and each brand shows its own', async () => {
  const lists = { hmbcbs: ['es', 'it'], ndbcbs: ['es', 'de'], wybcbs: ['es', 'ko'] }
  for (const [brand, languages] of Object.entries(lists)) await setList(brand.toUpperCase(), languages)
  const expected = {
    menuVisibleLanguageIds: ['es', 'it'],
    menuVisibleLanguageIdsND: ['es', 'de'],
    menuVisibleLanguageIdsWY: ['es', 'ko'],
  }
  await expect.poll(() => ask('hmbcbs')).toMatchObject(expected)
  for (const [brand, languages] of Object.entries(lists)) {
    const answer = await ask(brand)
    // The lists of North Dakota and Wyoming are in every answer, along with the asking brand's own.
    expect(answer).toMatchObject({ ...expected, menuVisibleLanguageIds: languages })
    expect(visibleLanguageIds(answer, { code: brand, sharedBrandCode: brand.toUpperCase() })).toEqual(languages)
  }
  await setList('WYBCBS', [])
  await expect.poll(async () => (await ask('wybcbs')).menuVisibleLanguageIdsWY).toEqual([])
})
