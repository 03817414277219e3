import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuthoredLanguage } from '@portico/contract/page'
import { authoredLanguages } from '@portico/rules/languages/authored'
import { measureReadingLevel } from '@portico/rules/text/reading-level'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): Record<string, string> => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** A language's texts by file: each area of the page, the e-mails, and documents. */
function textsIn(language: AuthoredLanguage): [string, Record<string, string>][] {
  const folder = `web/src/base/texts/${language}`
  const files = [
    ...readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    `server/src/mailing/email/texts/${language}.json`,
    `server/src/member/claims/texts/${language}.json`,
    `server/src/member/data-export/texts/${language}.json`,
  ]
  const content = contentFiles.map((file): [string, Record<string, string>] => [
    file,
    Object.fromEntries(listTexts(read(file), language)),
  ])
  return [...files.map((file): [string, Record<string, string>] => [file, read(file)]), ...content]
}

/** Files with the plan's own words, whose texts are `{ "en": …, "es": … }` at any depth. */
const contentFiles = ['forms', 'guides', 'message-topics', 'preventive-care', 'wellness'].map(
  (name) => `content/${name}.json`,
)

/** The texts of one language in a content file, by their place in it. */
function listTexts(tree: unknown, language: AuthoredLanguage, path = ''): [string, string][] {
  if (typeof tree === 'string' || typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) =>
    key === language ? stringsIn(value, path) : listTexts(value, language, `${path}/${key}`),
  )
}

function stringsIn(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value ?? {}).flatMap(([key, inner]) => stringsIn(inner, `${path}/${key}`))
}

/** Texts prescribed word for word by the requirements (VA-3 to VA-6, SE-1, HT-2), and word lists that are never shown. */
const given =
  /^(?:email\.mismatch|login-id\.(?:invalid|missing)|password\.(?:forbidden-character|no-special|weak)|member-id\.invalid.*|session\.expires\.text|http\.\d+|search\.page\..*\.keywords)$/

/**
 * The highest average grade for an area with enough words, and for a single text with at least so many words. Short texts score low, so an
 * area's limit is below 8; a single short text varies more, so its limit is higher.
 */
const max = { area: 6.5, areaWords: 100, text: 10, words: 8 }

/** A text as someone might read it: with numbers and names filled in, without tags. */
function fillIn(text: string): string {
  let plain = text
  while (/\{\w+, plural,/.test(plain)) {
    plain = plain.replace(/\{\w+, plural,(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/, (all) => {
      return /other \{((?:[^{}]|\{[^{}]*\})*)\}\}$/.exec(all)?.[1] ?? ''
    })
  }
  return plain
    .replace(/<[^>]+>/g, '')
    .replace(/\{[^}]*\}/g, 'one')
    .replaceAll('#', '7')
}

describe.each(authoredLanguages)('texts in %s', (language) => {
  test.each(textsIn(language))('LG-4 %s can be read at grade 8', (_, texts) => {
    const own = Object.entries(texts).filter(([id]) => !given.test(id))
    const levels = own.map(([id, text]) => ({ id, text, ...measureReadingLevel(fillIn(text), language) }))
    const sentences = levels.filter(({ words }) => words >= max.words)
    const hard = sentences.filter(({ grade }) => grade > max.text)
    expect(hard.map(({ id, text, grade }) => `${grade.toFixed(1)} ${id}: ${text}`)).toEqual([])
    const words = sentences.reduce((sum, one) => sum + one.words, 0)
    const average = sentences.reduce((sum, one) => sum + one.grade * one.words, 0) / Math.max(1, words)
    if (words >= max.areaWords) expect(average).toBeLessThanOrEqual(max.area)
  })
})

test('LG-4 plain sentences score low, and a contract’s sentences high', () => {
  const plain = measureReadingLevel('We could not reach our server. Your text is saved. Please try again.', 'en')
  const legal =
    'Notwithstanding any other provision of this agreement, reimbursement of expenses incurred by the beneficiary is contingent upon authorization.'
  expect(plain.grade).toBeLessThan(4)
  expect(measureReadingLevel(legal, 'en').grade).toBeGreaterThan(14)
  const sencillo = measureReadingLevel('Su texto está guardado. Inténtelo otra vez en un rato.', 'es')
  const contrato =
    'No obstante cualquier otra disposición del presente contrato, el reembolso de los gastos incurridos por el beneficiario queda condicionado a la correspondiente autorización administrativa.'
  expect(sencillo.grade).toBeLessThan(6)
  expect(measureReadingLevel(contrato, 'es').grade).toBeGreaterThan(12)
})
