import { readFileSync } from 'node:fs'
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
