import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  contentAreas,
  contentDeclared,
  contentNames,
  declaredTypes,
  findAddedType,
  replyItem,
} from '@portico/rules/content/declared'
import { contentFields, contentProblems } from '@portico/rules/content/judge'
import { authoredLanguages } from '@portico/rules/languages/authored'
import { settingKeys } from '@portico/rules/settings/declared'
import { describe, expect, test } from 'vitest'
import { emailItems } from '../../mailing/email/items.ts'
import { emailTemplates } from '../../mailing/email/templates.ts'
import { loadBrands } from '../brand/load.ts'
import { readReleasedTexts } from './released.ts'

const root = resolve(import.meta.dirname, '../../../..')
const rows = readReleasedTexts(join(root, 'content'), loadBrands(join(root, 'brands')), emailItems())
const names = new Set(rows.map(({ name }) => name))
const first = new Map(rows.toReversed().map((row) => [row.name, row]))

/** Content files without a text that anyone reads, and why. */
const wordless: Readonly<Record<string, string>> = {
  'enrollment-windows.json': 'days and states',
  'response-targets.json': 'hours and calendars',
  'us-holidays.json': 'days on which nobody answers',
}

/** Every text of the content files that the console contains. */
const readable = new Set(
  rows.flatMap(({ name, content_type: type, value }) => {
    const declared = contentDeclared(name, type)
    return declared === null ? [] : contentFields(declared, value).map((field) => field.value)
  }),
)

describe('CT-5 every key and text that a member can see is in the console', () => {
  test('CT-5 every name that the code reads ships with the portal, and everything that ships is declared', () => {
    expect(contentNames.filter((name) => !names.has(name))).toEqual([])
    expect(rows.filter(({ name, content_type: type }) => contentDeclared(name, type) === null)).toEqual([])
    expect(rows.filter(({ name }) => !/^\w+$/.test(name))).toEqual([])
    const keys = rows.map(({ name, brand, language, qualifiers }) =>
      JSON.stringify([name, brand, language, qualifiers]),
    )
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('CT-5 every name and type in code that requests content is among them', () => {
    const asked = [...sources()].flatMap((source) =>
      [
        ...source.matchAll(/\bheld\s*\.(?:texts|placed)\(\s*'(\w+)'/g),
        ...source.matchAll(/\bcontentType: '(\w+)'/g),
        ...source.matchAll(/'((?:MBR|BTS)_\w*[A-Za-z])'/g),
      ].map(([, name = '']) => name),
    )
    expect(asked.length).toBeGreaterThan(20)
    // Settings have their own console; 'Language' is an encoding, not one of our types.
    const others = new Set<string>([...Object.keys(declaredTypes), ...settingKeys, 'Language'])
    expect(asked.filter((name) => !names.has(name) && !others.has(name))).toEqual([])
  })

  test('CT-5 every kind of text promised to authors exists; the labels of the pages stay with their code', () => {
    const areas = new Set(rows.map(({ name, content_type: type }) => contentDeclared(name, type)?.area))
    // No release contains canned replies: authors add them.
    areas.add(contentDeclared('', findAddedType(replyItem('00000000-0000-4000-8000-000000000001')))?.area)
    expect([...areas].sort()).toEqual([...contentAreas].sort())
    // Labels are keys of the page's catalogue, and none of them is also the name of a content item.
    const labels = readdirSync(join(root, 'web/src/base/texts/en')).flatMap((file) =>
      Object.keys(json(`web/src/base/texts/en/${file}`)),
    )
    expect(labels.length).toBeGreaterThan(1_000)
    expect(labels.filter((label) => names.has(label))).toEqual([])
  })

  test('CT-5 every e-mail, in both languages, and its frame', () => {
    const emails = Object.keys(emailTemplates).map((name) => `EMAIL_${name.toUpperCase().replaceAll('-', '_')}`)
    for (const name of [...emails, 'EMAIL_FRAME'])
      expect(
        rows.filter((row) => row.name === name).map((row) => row.language),
        name,
      ).toEqual([...authoredLanguages])
    for (const language of authoredLanguages) {
      const texts: Record<string, string> = json(`server/src/mailing/email/texts/${language}.json`)
      // Counted words are grammar, which belongs to the code.
      const own = Object.keys(texts).filter((key) => !key.startsWith('counted.'))
      expect(own.filter((key) => !readable.has(texts[key] ?? ''))).toEqual([])
    }
  })

  test('CT-5 the words of every brand, in both languages', () => {
    for (const code of readdirSync(join(root, 'brands')).filter((one) => !one.includes('.'))) {
      for (const language of authoredLanguages) {
        const { tagline, legalText } = json(`brands/${code}/texts.${language}.json`) as Record<string, string>
        const own = rows.filter((row) => row.name === `BRAND_${code.toUpperCase()}` && row.language === language)
        expect(
          own.map(({ value }) => JSON.parse(value)),
          code,
        ).toEqual([{ tagline, legalText }])
      }
    }
  })

  test('CT-5 every text in every content file', () => {
    const files = readdirSync(join(root, 'content')).filter((name) => name.endsWith('.json'))
    for (const name of files) {
      const texts = [...listTexts(json(`content/${name}`))]
      if (name in wordless) expect(texts, name).toEqual([])
      else expect(texts.length, name).toBeGreaterThan(0)
      expect(
        texts.filter((text) => !readable.has(text)),
        name,
      ).toEqual([])
    }
  })
})

test('CT-6 every text that ships with the portal is valid for an author to submit', () => {
  const wrong = rows.flatMap(({ name, language, content_type: type, value }) => {
    const declared = contentDeclared(name, type)
    const problems = declared === null ? [] : contentProblems(declared, first.get(name)?.value ?? '', value)
    return problems.map(({ path, code, params }) => `${name} ${language} ${path} ${code} ${JSON.stringify(params)}`)
  })
  expect(wrong).toEqual([])
})

function json<T extends object>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as T
}

/** The texts of a file that people read: all texts in languages, and the notices. */
function* listTexts(tree: unknown, inLanguage = false): Generator<string> {
  if (typeof tree === 'string') {
    if (inLanguage) yield tree
    return
  }
  if (typeof tree !== 'object' || tree === null) return
  for (const [key, one] of Object.entries(tree)) {
    const isNotice = key === 'text' && 'lang' in tree
    yield* listTexts(one, inLanguage || isNotice || authoredLanguages.some((language) => language === key))
  }
}

function* sources(): Generator<string> {
  for (const folder of ['server/src', 'web/src', 'packages/rules/src']) {
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const isCode = /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.endsWith('declared.ts')
      if (isCode) yield readFileSync(join(root, folder, path), 'utf8')
    }
  }
}

describe('LG-4 machine-translated texts of the site', () => {
  const site = (language: string) => rows.filter((row) => row.language === language)

  test.each(['ar', 'zh'])('LG-4 tabs, footer and help exist in %s, with the same addresses', (language) => {
    for (const name of ['MBR_HEADER_TABS', 'MBR_FOOTER_LINKS', 'MBR_NEED_HELP', 'MBR_MOBILE_TABS', 'SHP_HEADER_TABS']) {
      const [english, own] = [site('en'), site(language)].map((all) => all.filter((row) => row.name === name))
      expect(own?.map(({ brand }) => brand)).toEqual(english?.map(({ brand }) => brand))
      const listAddresses = (value = '') => [...value.matchAll(/"(?:url|id|href)":"([^"]*)"/g)].map(([, at]) => at)
      expect(listAddresses(own?.[0]?.value)).toEqual(listAddresses(english?.[0]?.value))
      expect(own?.[0]?.value).not.toBe(english?.[0]?.value)
    }
  })

  test('LG-4 an item is translated for every brand that has its own, or for none', () => {
    for (const name of new Set(site('ar').map((row) => row.name))) {
      const count = (language: string) => site(language).filter((row) => row.name === name).length
      expect([name, count('ar')]).toEqual([name, count('en')])
    }
  })
})
