import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { spanishName } from '../../member/coverage/care-names.ts'
import names from '../../member/coverage/care-texts/hcpcs.json' with { type: 'json' }
import { hcpcsList, plainName } from './hcpcs.ts'
import { type Indexed, indexServices } from './service-search.ts'

const content = resolve(import.meta.dirname, '../../../../content')
const list = hcpcsList(content)
const unpriced = list.listNamed().map((one) => ({ ...one, priced: false, ...ownWords(one) }))
/** As many as a plan's files may have, with billing words. */
const many = gunzipSync(readFileSync(resolve(content, 'hcpcs.tsv.gz')))
  .toString('utf8')
  .split('\n')
  .map((line): Indexed => {
    const [code = '', name = ''] = line.split('\t')
    return { type: 'CPT', code, name, priced: true, plain: null, inSpanish: null }
  })

function ownWords(one: { readonly type: string; readonly code: string; readonly name: string }) {
  return { plain: plainName(one), inSpanish: spanishName(plainName(one) ?? one.name) }
}

describe('MP-26 VA-8 services for which the plan has no price', () => {
  test.each([
    ['wheelchair', 'K0001'],
    ['silla de ruedas', 'K0001'],
    ['breast pump', 'E0603'],
    ['sacaleches', 'E0603'],
    ['insulin pump', 'E0784'],
    ['walkers', 'E0135'],
    ['k0823', 'K0823'],
    ['A4236', 'A4236'],
  ])('MP-26 VA-8 %s finds %s first', async (search, code) => {
    const index = await indexServices(unpriced, list.find)
    expect(index.find(search)[0]).toMatchObject({ code, priced: false })
  })

  test.each(['plan', 'silver', 'documented', 'battery replacement silver oxide'])(
    'MP-26 VA-8 %s finds none of the texts that are written for billing',
    async (search) => {
      expect((await indexServices(unpriced, list.find)).find(search)).toEqual([])
    },
  )

  test('MP-26 LG-1 each has plain words in both languages and is on the list, with the list’s own description', () => {
    expect(list.listNamed()).toHaveLength(Object.keys(names).length)
    for (const { code, name, description } of list.listNamed()) {
      expect(description).toBe(list.find(code)?.description)
      expect([code, spanishName(name)]).toEqual([code, expect.any(String)])
    }
  })
})

test('MP-26 LG-1 services have names that people say, not inverted ones from a code list', () => {
  const rates = ['hmbcbs', 'de', 'mincr', 'wybcbs'].map((brand) =>
    gunzipSync(readFileSync(resolve(content, `../demo/rates/${brand}.json.gz`))).toString('utf8'),
  )
  const priced = rates.flatMap((file) => [...file.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name))
  expect(priced).toContain('Knee MRI scan')
  for (const name of [...priced, ...Object.values(names)])
    expect(name).not.toMatch(/, (?:giving|taking|screening|emergency|pair|alone|not an)\b|, each (?:day|mile)$/)
})

test('MP-26 VA-8 a name that a plan’s file merely copied from the list is not in plain words, even in capitals', () => {
  const raw = list.find('A4236') ?? { type: '', code: '', name: '' }
  expect(list.isInPlainWords({ ...raw, name: raw.name.toUpperCase() })).toBe(false)
  expect(list.isInPlainWords({ ...raw, name: 'Battery of a meter' })).toBe(true)
  expect(list.isInPlainWords({ type: 'HCPCS', code: 'K0001', name: 'STANDARD WHEELCHAIR' })).toBe(true)
})

test('MP-26 VA-8 services with plain words come before those that only a file names', async () => {
  const pump = { type: 'CPT', code: '95991', name: 'Insulin pump', priced: true, plain: null, inSpanish: null }
  const index = await indexServices([pump, ...unpriced], list.find)
  expect(
    index
      .find('insulin pump')
      .slice(0, 2)
      .map(({ code }) => code),
  ).toEqual(['E0784', '95991'])
})

test('MP-26 HT-2 other requests continue while thousands of services are made searchable', async () => {
  let [turns, isMade] = [0, false]
  const making = indexServices(many, list.find).then(() => {
    isMade = true
  })
  for (; !isMade; turns += 1) await setImmediate()
  await making
  expect(turns).toBeGreaterThan(10)
})
