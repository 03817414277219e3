import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@portico/contract/page'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): Record<string, string> => JSON.parse(readFileSync(join(root, path), 'utf8'))

test.each(languages)(
  'MP-18 the PDF of a bill says in the words of the page (%s) what happens if it is paid late',
  (language) => {
    const page = read(`web/src/base/texts/${language}/premium.json`)
    const paper = read(`server/src/sales/premium/texts/${language}.json`)
    const rules = Object.keys(page).filter((id) => /^premium\.(?:grace-|rule|tax-credit)/.test(id))
    expect(rules.length).toBeGreaterThan(10)
    for (const id of rules) expect(paper[id.replace('premium.', '')]).toBe(page[id])
  },
)

test.each(languages)(
  'AD-3 AD-4 BR-8 a name for who cannot see a button holds what is written on it (%s; WCAG 2.5.3)',
  (language) => {
    const folder = `web/src/base/texts/${language}`
    const texts = Object.assign({}, ...readdirSync(join(root, folder)).map((file) => read(`${folder}/${file}`)))
    const named = Object.entries<string>(texts).flatMap(([id, name]) => {
      const written = texts[id.replace(/[.-]named$/, '')]
      return /[.-]named$/.test(id) && written !== undefined ? [{ id, name, written }] : []
    })
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(({ name, written }) => !name.toLowerCase().includes(written.toLowerCase()))).toEqual([])
  },
)
