import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageList } from '@portico/rules/languages/list'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): Record<string, string> => JSON.parse(readFileSync(join(root, path), 'utf8'))

const spoken = languageList.filter(({ code }) => existsSync(join(root, `web/src/base/texts/${code}`)))
const printed = languageList.filter((one) => one.printed).map(({ code }) => code)

test.each(printed)(
  'MP-18 the PDF of a bill says in the words of the page (%s) what happens if it is paid late',
  (language) => {
    const page = read(`web/src/base/texts/${language}/premium.json`)
    const paper = read(`server/src/sales/premium/texts/${language}.json`)
    const rules = Object.keys(page).filter((id) => /^premium\.(?:grace-|rule|tax-credit)/.test(id))
    expect(rules.length).toBeGreaterThan(10)
    for (const id of rules) expect(paper[id.replace('premium.', '')]).toBe(page[id])
  },
)

test.each(spoken)(
  'AD-3 AD-4 BR-8 a name for who cannot see a button holds what is written on it ($code; WCAG 2.5.3)',
  ({ code, complete }) => {
    const folder = `web/src/base/texts/${code}`
    const texts = Object.assign({}, ...readdirSync(join(root, folder)).map((file) => read(`${folder}/${file}`)))
    const named = Object.entries<string>(texts).flatMap(([id, name]) => {
      const written = texts[id.replace(/[.-]named$/, '')]
      return /[.-]named$/.test(id) && written !== undefined ? [{ id, name, written }] : []
    })
    if (complete) expect(named.length).toBeGreaterThan(10)
    expect(named.filter(({ name, written }) => !name.toLowerCase().includes(written.toLowerCase()))).toEqual([])
  },
)

test('MN-1 MC-3 no text promises a fixed reply day for every message: only the rule computes it, for each message', () => {
  const folders = [
    ...spoken.map(({ code }) => `web/src/base/texts/${code}`),
    'content/site',
    'content/translated',
    'demo',
  ]
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((one) => one.isFile() && one.name.endsWith('.json'))
      .map((one) => `${folder}/${one.name}`),
  )
  const promise = /(?:within|end of) (?:one|the next) business day|en un día hábil|خلال يوم عمل واحد|一個工作日內/
  expect(files.filter((file) => promise.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('LG-4 MN-1 in Spanish a deadline has its article: “a más tardar el martes”', () => {
  const folder = 'web/src/base/texts/es'
  const texts = readdirSync(join(root, folder)).flatMap((file) => Object.entries(read(`${folder}/${file}`)))
  const deadlines = texts.filter(([, text]) => /a más tardar (?:el )?(?:<day>)?\{/.test(text))
  expect(deadlines.length).toBeGreaterThan(10)
  expect(deadlines.filter(([, text]) => !/a más tardar el (?:<day>)?\{/.test(text))).toEqual([])
})
