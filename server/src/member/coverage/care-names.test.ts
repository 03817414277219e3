import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageList } from '@portico/rules/languages/list'
import { expect, test } from 'vitest'
import { chooseSpokenName } from './care-names.ts'
import hcpcs from './care-texts/hcpcs.json' with { type: 'json' }

const folder = join(import.meta.dirname, 'care-texts')
const read = (language: string) => JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))
/** Every language that has names, and every one in which no text may be missing. */
const named = languageList
  .map(({ code, complete }) => ({ code, isDue: complete || readdirSync(folder).includes(`${code}.json`) }))
  .filter(({ code, isDue }) => isDue && code !== 'en')

test('MP-12 MP-26 LG-4 a benefit or service that the portal names has its name in each of these languages, and none is empty', () => {
  expect(named.map(({ code }) => code)).toEqual(['es', 'ar', 'zh'])
  const all = [...new Set([...Object.values(hcpcs), ...named.flatMap(({ code }) => Object.keys(read(code)))])]
  expect(all.length).toBeGreaterThan(150)
  for (const { code } of named)
    expect([
      code,
      all.filter((name) => {
        const spoken = chooseSpokenName(name, code)
        return spoken.spoken !== code || spoken.name.trim() === ''
      }),
    ]).toEqual([code, []])
})

test('MP-12 LG-4 the amounts and numbers of a name are in each language’s own name, too', () => {
  const listNumbers = (text: string) =>
    (text.match(/\d[\d,]*/g) ?? []).filter((one) => Number(one.replaceAll(',', '')) > 3).toSorted()
  // A dual, or a word, may stand for a small number.
  for (const { code } of named)
    for (const [name, own] of Object.entries<string>(read(code)))
      expect([code, name, listNumbers(own)]).toEqual([code, name, listNumbers(name)])
})
