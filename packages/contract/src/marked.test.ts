import type { DeclaredContent } from '@portico/rules/content/declared'
import { contentProblems } from '@portico/rules/content/judge'
import { listLinks } from '@portico/rules/content/marked-links'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leastCost } from '../../../tools/work-unit.ts'
import { type MarkedBlock, type MarkedPart, parseMarkedBlocks, toPlainText } from './marked.ts'

const buildPart = (text: string): MarkedPart => ({ kind: 'text', text })
const everyText = (blocks: readonly MarkedBlock[]): string => {
  const ofParts = (parts: readonly MarkedPart[]): string =>
    parts.map((part) => (part.kind === 'text' ? part.text : 'parts' in part ? ofParts(part.parts) : '\n')).join('')
  return blocks
    .map((block) => (block.kind === 'list' ? block.items.map(everyText).join('\n') : ofParts(block.parts)))
    .join('\n')
}

/** Upper bound in units of work: many times what healthy parsing takes, and far below what a runaway takes. */
const maxUnits = 200

describe('CT-4 marked texts', () => {
  test('CT-4 parses headings, lists, bold words and links, and leaves plain paragraphs as they were', () => {
    expect(parseMarkedBlocks('## Hello\n\nRead **this** and [that](/msg/).\n\n- one\n- two\n  - deep')).toEqual([
      { kind: 'heading', parts: [buildPart('Hello')] },
      {
        kind: 'paragraph',
        parts: [
          buildPart('Read '),
          { kind: 'strong', parts: [buildPart('this')] },
          buildPart(' and '),
          { kind: 'link', to: '/msg/', parts: [buildPart('that')] },
          buildPart('.'),
        ],
      },
      {
        kind: 'list',
        ordered: false,
        items: [
          [{ kind: 'paragraph', parts: [buildPart('one')] }],
          [
            { kind: 'paragraph', parts: [buildPart('two')] },
            { kind: 'list', ordered: false, items: [[{ kind: 'paragraph', parts: [buildPart('deep')] }]] },
          ],
        ],
      },
    ])
    const plain = 'First, at 5 * 3.\n\nSecond & "third" <b>, snake_case_name, a@b.test, https://x.test/.'

    expect(toPlainText(parseMarkedBlocks(plain))).toBe(plain)
    expect(toPlainText(parseMarkedBlocks('See [our page](/msg/).\n\n1. a\n2. b'))).toBe(
      'See our page (/msg/).\n\n1. a\n2. b',
    )
  })

  test('CT-4 anything harmful stays plain text: tags, scripts, pictures, entities, frames, comments', () => {
    for (const hostile of [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      'a <b onclick="x()">b</b> c',
      '<!-- -->',
      '<https://evil.test>',
      '&lt;script&gt;',
      '```\ncode\n```',
      '> <iframe src="//evil.test">',
      '[a]: javascript:alert(1)',
      'a *b* _c_ 5 * 3',
    ]) {
      const blocks = parseMarkedBlocks(hostile)
      expect(everyText(blocks), hostile).toBe(hostile.trim())
      expect(JSON.stringify(blocks), hostile).not.toContain('"link"')
    }
    // An image becomes a link, which is checked like any other.
    expect(everyText(parseMarkedBlocks('![x](https://evil.test/p.png)'))).toBe('!x')
  })

  test('CT-6 a link in a marked text leads into the portal or to an https site, or the text is refused', () => {
    const declared: DeclaredContent = { area: 'legal', kind: 'text', max: 200, marked: true }
    const codes = (value: string, own?: 'own') =>
      contentProblems(own ? { ...declared, links: own } : declared, '', value).map(({ code }) => code)
    for (const link of ['/msg/#!/contact-us', 'https://www.hhs.gov/ocr'])
      expect(codes(`See [it](${link})`), link).toEqual([])
    for (const link of ['javascript:alert(1)', 'http://x.test/', '//evil.test', 'data:text/html,x', 'msg'])
      expect(codes(`See [it](${link})`), link).toEqual(['content.problem.marked-link'])
    expect(codes('See [it](https://www.hhs.gov/)', 'own')).toEqual(['content.problem.marked-link'])
    expect(codes('- a\n  - **[b](javascript:x)**')).toEqual(['content.problem.marked-link'])
  })

  test('CT-4 any typed text parses quickly and loses no words', () => {
    const mark = fc.constantFrom('**', '- ', '\n', '[', '](', ')', '# ', '<', '>', '_', '`', '  ', '1. ', '\n\n', '|')
    const typed = fc.array(fc.oneof(mark, fc.string({ maxLength: 8 })), { maxLength: 60 }).map((all) => all.join(''))
    fc.assert(
      fc.property(typed, (text) => {
        const words = everyText(parseMarkedBlocks(text))
        for (const [word] of text.matchAll(/[a-z]{4,}/gi)) expect(words + listLinks(text).join()).toContain(word)
      }),
    )
  })

  test('CT-4 many marks in a long text take no time', () => {
    for (const one of ['[', '**a', '- ', '> ', '![', '`', '<a ', '*_', '\n  - ', '# ', '[](', '1. ']) {
      const text = `${one.repeat(8_000 / one.length)}a`
      expect(
        leastCost(() => parseMarkedBlocks(text), maxUnits),
        one,
      ).toBeLessThan(maxUnits)
    }
  })
})
