import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageList } from '@portico/rules/languages/list'
import { expect, test } from 'vitest'
import { nameVaccine } from './vaccines.ts'

const folder = join(import.meta.dirname, 'texts')
const files = readdirSync(folder).filter((name) => name.startsWith('vaccines-'))

test('MP-20 OS-1 LG-4 a vaccine has its name in every language besides English, and none lacks one that another has', () => {
  const languages = languageList.map(({ code }) => code).filter((code) => code !== 'en')
  expect(files.toSorted()).toEqual(languages.map((code) => `vaccines-${code}.json`).toSorted())
  const codes = Object.keys(JSON.parse(readFileSync(join(folder, 'vaccines-es.json'), 'utf8')))
  expect(codes.length).toBeGreaterThan(50)
  for (const language of languages) {
    const nameless = codes.filter((code) => [null, ''].includes(nameVaccine({ name: null, codes: [code] }, language)))
    expect([language, nameless]).toEqual([language, []])
  }
})

test('MP-20 OS-1 LG-4 a vaccine without a known code keeps the name that was sent', () => {
  expect(nameVaccine({ name: 'Own shot', codes: [] }, 'ar')).toBe('Own shot')
  expect(nameVaccine({ name: 'Flu shot', codes: ['CVX 141'] }, 'ar')).toBe('الإنفلونزا')
  expect(nameVaccine({ name: 'Flu shot', codes: ['CVX 141'] }, 'zh')).toBe('流感')
  expect(nameVaccine({ name: 'Flu shot', codes: ['CVX 141'] }, 'en')).toBe('Flu shot')
})
