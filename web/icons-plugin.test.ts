import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importDirectly, slimIcon } from './icons-plugin.ts'

test.each(['circle-check', 'clock', 'globe', 'mail', 'phone', 'badge-check'])(
  'an icon of the page is its drawing and nothing else: %s',
  (icon) => {
    const file = fileURLToPath(import.meta.resolve(`lucide-react/dist/esm/icons/${icon}.mjs`))
    const data = (code: string) => /const __iconData = (\{[\s\S]*?\n\});/.exec(code)?.[1] ?? ''
    const elements = (code: string) => code.match(/\[\s*"(?:path|circle|rect)",\s+\{\s+(?:\w+: "[^"]*")/g)
    const [before, after] = [readFileSync(file, 'utf8'), slimIcon(readFileSync(file, 'utf8'))]
    expect(data(after)).toMatch(/^\{\n {2}node: \[/)
    expect(data(after)).not.toMatch(/key:|name:|size:|aliases:/)
    expect(elements(after)).toEqual(elements(before))
  },
)

test('icons are imported from their own files, under the module’s names for them, on as many lines as before', () => {
  const files = new Map([
    ['X', 'icons/x.mjs'],
    ['Link', 'icons/link.mjs'],
  ])
  const before = "import {\n  Link as LinkIcon,\n  type LucideIcon,\n  X,\n} from 'lucide-react'\nexport const a = X\n"
  const after = importDirectly(before, files)
  expect(after).toContain("import LinkIcon from 'lucide-react/dist/esm/icons/link.mjs'")
  expect(after).toContain("import X from 'lucide-react/dist/esm/icons/x.mjs'")
  expect(after).not.toContain('LucideIcon')
  expect(after.split('\n')).toHaveLength(before.split('\n').length)
  expect(() => importDirectly("import { None } from 'lucide-react'", files)).toThrow('None')
})
