import { join, resolve } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { loadBrands } from '../../brands/brand/load.ts'
import { buildSender } from '../../brands/brand/sender.ts'
import type { Block } from './blocks.ts'
import { pdfDocument } from './document.ts'
import { breakable, isPrintable, printable } from './letters.ts'

const brand = loadBrands(join(resolve(import.meta.dirname, '../../../..'), 'brands')).get('hmbcbs')
if (brand === undefined) throw new Error('The brand is gone.')

const options = {
  title: 'Your data: Nguyễn',
  language: 'en',
  sender: buildSender(brand, 'en'),
  createdAt: new Date('2026-11-20T14:12:00Z'),
  footer: (page: number) => `Page ${page}`,
}

/** Makes a document, and reads it with an unrelated library. */
async function readBack(blocks: readonly Block[]) {
  const bytes = await pdfDocument(blocks, options)
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  return { pdf, pages: (await extractText(pdf)).text }
}

interface Node {
  readonly role?: string
  readonly children?: readonly Node[]
}

/** The roles in a structure, in order, without grouping ones. */
function listRoles(node: Node): string[] {
  const below = (node.children ?? []).flatMap(listRoles)
  return node.role && !['Root', 'Document', 'L', 'LI'].includes(node.role) ? [node.role, ...below] : below
}

test('RG-3 names in every language that the fonts cover come out as written, bold and regular', async () => {
  const names = 'Nguyễn Thị Ánh, Łukasz Śćiężki, Ștefan, Иван Щёголев, Ελένη, Søren, İstanbul, ñandú office'
  const { pages } = await readBack([
    { kind: 'title', text: names },
    { kind: 'text', text: names.normalize('NFD') },
  ])
  const text = (pages[0] ?? '').replaceAll('\n', ' ')
  expect(text.split(names)).toHaveLength(3)
})

test('RG-3 letters come out as written, whatever earlier documents wrote with the same glyphs', async () => {
  await readBack([{ kind: 'title', text: `\u0128 \u03aa\u0407` }])
  const { pages } = await readBack([{ kind: 'title', text: 'Ida \u0399 \u0406' }])
  expect(pages[0]).toContain('Ida \u0399 \u0406')
})

test('RG-3 a document has a title, a language, an outline, and a structure in reading order', async () => {
  const { pdf } = await readBack([
    { kind: 'title', text: 'Your data' },
    { kind: 'heading', text: 'Account' },
    { kind: 'field', label: 'Name', value: 'Иван' },
    { kind: 'field', label: 'Address', value: 'One\nTwo' },
    { kind: 'subheading', text: 'More' },
    { kind: 'text', text: 'words' },
  ])
  expect((await pdf.getMetadata()).info).toMatchObject({ Title: options.title, Language: 'en' })
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  expect((await pdf.getOutline()).map(({ title }) => title)).toEqual(['Account'])
  const tree = (await (await pdf.getPage(1)).getStructTree()) as Node
  const letterhead = [options.sender.name, ...(options.sender.lines ?? [])].map(() => 'P')
  expect(listRoles(tree)).toEqual(['Figure', ...letterhead, 'H1', 'H2', 'Lbl', 'LBody', 'Lbl', 'LBody', 'H3', 'P'])
})

test('RG-3 a long document continues over pages without losing a word', async () => {
  const words = Array.from({ length: 3000 }, (_, at) => `w${at}`)
  const blocks: Block[] = [
    { kind: 'text', text: words.join(' ') },
    ...Array.from({ length: 100 }, (_, at): Block => ({ kind: 'field', label: `l${at}`, value: `v${at}\n`.repeat(3) })),
    { kind: 'field', label: 'long', value: words.join(' ') },
  ]
  const { pages, pdf } = await readBack(blocks)
  expect(pages.length).toBeGreaterThan(10)
  for (const [at, page] of pages.entries()) expect(page).toContain(`Page ${at + 1}`)
  const found = pages.join(' ').split(/\s+/)
  expect(found.filter((word) => /^w\d+$/.test(word))).toEqual([...words, ...words])
  expect(found.filter((word) => /^v\d+$/.test(word))).toHaveLength(300)
  const trees = await Promise.all(pages.map(async (_, at) => (await pdf.getPage(at + 1)).getStructTree()))
  for (const tree of trees) expect(listRoles(tree as Node).length).toBeGreaterThan(0)
})

test('RG-3 text without line breaks takes no longer than words do, and none of it is lost', async () => {
  const blocks = (text: string): Block[] => [
    { kind: 'text', text },
    { kind: 'field', label: 'l', value: text },
  ]
  const stripBlanks = (text: string) => text.replace(/[\s\u200b]/g, '')
  const cost = async (text: string) => {
    const before = process.threadCpuUsage()
    const { pages } = await readBack(blocks(text))
    const { user, system } = process.threadCpuUsage(before)
    return {
      ms: (user + system) / 1000,
      letters: stripBlanks(
        [options.sender.name, ...(options.sender.lines ?? [])]
          .reduce((text, line) => text.replace(line, ''), pages.join(''))
          .replace(/Page \d+/g, ''),
      ),
    }
  }
  await cost('warm')
  const words = await cost('abcdefghi '.repeat(1000))
  for (const unbroken of ['abcdefghij'.repeat(1000), '( '.repeat(5000), 'abcd\u00a0'.repeat(2000)]) {
    let { ms, letters } = await cost(unbroken)
    // Garbage from other tests may have been collected meanwhile.
    for (let again = 0; again < 2 && ms > 10 * words.ms; again += 1) ms = Math.min(ms, (await cost(unbroken)).ms)
    expect(ms).toBeLessThan(10 * words.ms)
    expect(letters === `${stripBlanks(unbroken)}l${stripBlanks(unbroken)}`).toBe(true)
  }
})

test('RG-3 a line may break between words, and within text that has no blanks', () => {
  const text = 'What hurts is the left knee, above all on stairs and when it is cold outside and wet.'
  expect(breakable(text).replaceAll('\u200b', '')).toBe(text)
  expect(breakable(text).split('\u200b')[0]).toMatch(/ $/)
  const pieces = breakable('x'.repeat(1000)).split('\u200b')
  expect(pieces.join('')).toHaveLength(1000)
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(100)
})

test('RG-3 each character that the fonts lack becomes one sign, and invisible ones are left out', () => {
  expect(printable('a語b🙂c\u0000\r\nd\u200d')).toBe('a\ufffdb\ufffdc\nd')
  expect([isPrintable('Żółć «Ω» — €'), isPrintable('語')]).toEqual([true, false])
})

test('CT-6 hostile text stays text: nothing of it runs, leads anywhere, is filled in or reorders letters', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<style>*{display:none}</style>',
    '{{constructor}} {phone} <%= 1 %> %s',
    ') Tj ET endstream endobj /JS (app.alert(1)) /OpenAction',
    'javascript:alert(1)',
  ]
  const huge = 'x'.repeat(20_000)
  const { pdf, pages } = await readBack([
    { kind: 'title', text: hostile.join(' ') },
    ...hostile.map((text): Block => ({ kind: 'field', label: text, value: text })),
    { kind: 'text', text: 'safe \u202efdp.exe\u202c and \u2066turned\u2069' },
    { kind: 'text', text: huge },
  ])
  const words = pages.join(' ').replace(/[\s\u200b]+/g, ' ')
  const letters = (text: string) => text.replaceAll(' ', '')
  // Each occurs in the title, as a label and as a value.
  for (const text of hostile) expect(letters(words).split(letters(text)).length).toBeGreaterThan(3)
  expect(words).toContain('safe fdp.exe and turned')
  expect(printable('\u202efdp.exe\u202c \u2066turned\u2069')).toBe('fdp.exe turned')
  expect(words.replace(/[^x]/g, '').length).toBeGreaterThanOrEqual(huge.length)
  expect([await pdf.getJSActions(), await pdf.getOpenAction(), await pdf.getAttachments()]).toEqual([null, null, null])
  for (const [at] of pages.entries()) expect(await (await pdf.getPage(at + 1)).getAnnotations()).toEqual([])
})
