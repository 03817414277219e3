import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { slimIcon } from './icons-plugin.ts'

test.each(['circle-check', 'clock', 'globe', 'mail'])(
  'an icon of the page is its drawing and nothing else: %s',
  (icon) => {
    const file = fileURLToPath(import.meta.resolve(`lucide-react/dist/esm/icons/${icon}.mjs`))
    const data = (code: string) => /const __iconData = (\{[\s\S]*?\n\});/.exec(code)?.[1] ?? ''
    const elements = (code: string) => code.match(/\["(?:path|circle|rect)", \{ (?:\w+: "[^"]*")/g)
    const [before, after] = [readFileSync(file, 'utf8'), slimIcon(readFileSync(file, 'utf8'))]
    expect(data(after)).toMatch(/^\{\n {2}node: \[/)
    expect(data(after)).not.toMatch(/key:|name:|size:|aliases:/)
    expect(elements(after)).toEqual(elements(before))
  },
)
