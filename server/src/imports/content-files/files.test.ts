import { settingKeys } from '@portico/rules/settings/declared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ContentFiles, fromFiles, toFiles } from './files.ts'

const id = fc.option(fc.uuid(), { nil: null })
const text = fc.record({
  name: fc.stringMatching(/^[A-Z_]{1,12}$/),
  contentType: fc.constant(null),
  brand: fc.constantFrom('ALL', 'NDBCBS', 'IDH'),
  language: fc.constantFrom('en' as const, 'es' as const),
  qualifiers: fc.dictionary(fc.constantFrom('gender', 'Line of Business'), fc.string()),
  value: fc.oneof(
    fc.string({ unit: 'binary' }).map((one) => one.toWellFormed()),
    fc.json(),
    fc.json().map((one) => ` ${one}`),
    fc.record({ title: fc.string(), url: fc.webPath() }).map((one) => JSON.stringify(one)),
  ),
  version: id,
})
const setting = fc.record({
  brand: fc.constantFrom('ALL', 'ndbcbs', 'idh'),
  key: fc.constantFrom(...settingKeys),
  value: fc.oneof(fc.boolean(), fc.nat(), fc.string(), fc.array(fc.string())),
  change: id,
})
const filed = fc.record({
  texts: fc.uniqueArray(text, {
    selector: (one) => JSON.stringify([one.name, one.brand, one.language, Object.entries(one.qualifiers).sort()]),
  }),
  settings: fc.uniqueArray(setting, { selector: ({ brand, key }) => `${brand} ${key}` }),
})
const inOrder = ({ texts, settings }: ContentFiles) => ({
  texts: texts.map((one) => JSON.stringify({ ...one, qualifiers: Object.entries(one.qualifiers).sort() })).sort(),
  settings: settings.map((one) => JSON.stringify(one)).sort(),
})

test('CT-10 files read back exactly as written, and are written exactly the same again', () => {
  fc.assert(
    fc.property(filed, (all) => {
      const files = toFiles(all)
      const read = fromFiles(files)
      expect(read.wrong).toEqual([])
      const plain = {
        texts: all.texts.map((one) => ({ ...one, qualifiers: { ...one.qualifiers } })),
        settings: all.settings,
      }
      const fields = ({
        name,
        contentType,
        brand,
        language,
        qualifiers,
        value,
        version,
      }: ContentFiles['texts'][number]) => ({
        name,
        contentType,
        brand,
        language,
        qualifiers,
        value,
        version,
      })
      expect(inOrder({ ...read.filed, texts: read.filed.texts.map(fields) })).toEqual(
        inOrder({ ...plain, texts: plain.texts.map(fields) }),
      )
      expect([...toFiles(read.filed)].sort()).toEqual([...files].sort())
    }),
  )
})

test('CT-10 whatever a file holds, it is read or reported by name', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (content) => {
      const { filed: read, wrong } = fromFiles(new Map([['texts/A.json', content]]))
      if (wrong.length > 0) expect(wrong.every((one) => one.startsWith('texts/A.json'))).toBe(true)
      else expect(read.settings).toEqual([])
    }),
  )
  expect(fromFiles(new Map([['../x', '']])).wrong).toHaveLength(1)
})
