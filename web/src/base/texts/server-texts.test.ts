import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describeLanguage, languages } from '@portico/rules/languages/list'
import { describe, expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../../../server/src')
/** The folders with texts of pages, e-mails and documents. */
const folders = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(^|\/)texts\/en\.json$/.test(path))
  .map(dirname)
  .sort()
const read = (folder: string, language: string): Record<string, string> => {
  const found = readdirSync(join(source, folder)).includes(`${language}.json`)
  return found ? JSON.parse(readFileSync(join(source, folder, `${language}.json`), 'utf8')) : {}
}
/** The placeholders, and the marks for links. */
function listFilled(text: string): string[] {
  const isCounted = text.includes(', plural,')
  const names = isCounted ? listNames(compileMessageOrThrow(text)) : (text.match(/(?<=\{)\w+(?=\})/g) ?? [])
  return [...new Set([...names, ...(text.match(/\]\([^)]*\)/g) ?? [])])].sort()
}

function listNames(message: CompiledMessage): string[] {
  return message.flatMap((token) => {
    if (typeof token === 'string') return []
    const [name, , format] = token
    const cases = typeof format === 'object' && format !== null ? Object.values(format) : []
    return [name, ...cases.flatMap((nested) => (Array.isArray(nested) ? listNames(nested) : []))]
  })
}

function listForms(message: CompiledMessage): string[] {
  return message.flatMap((token) =>
    typeof token === 'string' || token[1] !== 'plural'
      ? []
      : Object.keys(token[2] as object).filter((form) => form !== 'offset'),
  )
}

test.each(folders)('LG-4 the Spanish texts of %s say “por pagar” for what is left to pay', (folder) => {
  expect(Object.entries(read(folder, 'es')).filter(([, words]) => /\bfaltan? (?:por )?pagar\b/i.test(words))).toEqual(
    [],
  )
})

test('LG-4 there are texts on the server', () => {
  expect(folders.length).toBeGreaterThan(10)
})

describe.each(languages.filter((one) => one !== 'en'))('LG-4 the server’s texts in %s', (language) => {
  const { complete, locale } = describeLanguage(language)
  const forms = new Set<string>(new Intl.PluralRules(locale).resolvedOptions().pluralCategories)

  test.each(folders)('LG-4 those of %s are those of English, filled in alike, in plurals of the language', (folder) => {
    const [english, own] = [read(folder, 'en'), read(folder, language)]
    expect(Object.keys(own).filter((id) => !Object.hasOwn(english, id))).toEqual([])
    if (complete) expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort())
    for (const [id, text] of Object.entries(own)) {
      expect(text.trim(), id).not.toBe('')
      expect(listFilled(text), id).toEqual(listFilled(english[id] ?? ''))
      const used = text.includes(', plural,') ? listForms(compileMessageOrThrow(text)) : []
      expect(
        used.filter((form) => !forms.has(form) && !/^\d+$/.test(form)),
        id,
      ).toEqual([])
    }
  })
})
