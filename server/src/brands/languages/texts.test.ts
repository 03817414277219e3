import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLanguageTexts } from './texts.ts'

const pages = join(import.meta.dirname, '../../../../web/src/base/texts')

test.each(['en', 'es', 'ar', 'zh'])(
  'LG-4 AD-2 each area of the server’s texts has its name where they are approved: %s',
  (language) => {
    const names: Record<string, string> = JSON.parse(readFileSync(join(pages, language, 'languages.json'), 'utf8'))
    const areas = new Set(readLanguageTexts('ar').all.map(({ area }) => area))
    const ofServer = [...areas].filter((area) => area.startsWith('server-'))
    expect(ofServer.length).toBeGreaterThan(10)
    expect(ofServer.filter((area) => names[`languages.of.${area}`] === undefined)).toEqual([])
  },
)
