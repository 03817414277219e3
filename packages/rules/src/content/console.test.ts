import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  contentDeclared,
  type DeclaredContent,
  declaredContent,
  findAddedType,
  parseReplyId,
  replyItem,
} from './declared.ts'
import { extractFrame, listIds, listParts, maxAlike, withAdded, withoutPart, withParts } from './fields.ts'
import { contentFields, contentProblems, contentWarnings } from './judge.ts'
import { bestMatch, explainMatch } from './match.ts'
import { QUALIFIERS } from './request.ts'
import { contentState, contentSteps, mayStep, scheduleProblem } from './states.ts'

interface Seed {
  readonly name: string
  readonly type: string | null
  readonly value: string
}

const folder = join(import.meta.dirname, '../../../../content/site')
const seeds: Seed[] = readdirSync(folder).flatMap((file) => {
  const read: Record<string, { contentType?: string; items: { value: unknown }[] }> = JSON.parse(
    readFileSync(join(folder, file), 'utf8'),
  )
  return Object.entries(read).flatMap(([name, { contentType, items }]) =>
    items.map(({ value }) => ({
      name,
      type: contentType ?? null,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  )
})
const first = new Map(seeds.map((seed) => [seed.name, seeds.find(({ name }) => name === seed.name)?.value ?? '']))

const text: DeclaredContent = { area: 'contact', kind: 'text', max: 50 }
const codes = (declared: DeclaredContent, released: string, value: string) =>
  contentProblems(declared, released, value).map(({ path, code }) => `${path} ${code.replace('content.problem.', '')}`)

describe('CT-6 the texts of an item with several parts', () => {
  const help = first.get('MBR_NEED_HELP') ?? ''
  const links = first.get('MBR_FOOTER_LINKS') ?? ''

  test('CT-6 lists texts, links and lists, but not the values that the portal itself uses', () => {
    const parts = listParts(links) ?? []
    expect(parts.slice(0, 3)).toEqual([
      { path: '0.label', kind: 'text', value: 'Contact us' },
      { path: '0.url', kind: 'link', value: '/msg/#!/contact-us' },
      { path: '0.newWindow', kind: 'choice', value: 'false' },
    ])
    expect(parts.some(({ path }) => path.endsWith('.id'))).toBe(false)
    expect(listParts('no JSON')).toBeNull()
    expect(listParts('"a text"')).toBeNull()
  })

  test('CT-6 any typed texts read back unchanged, and the structure stays', () => {
    const parts = listParts(help) ?? []
    const places = parts.filter(({ kind }) => kind === 'text' || kind === 'link').map(({ path }) => path)
    const typed = fc.dictionary(fc.constantFrom(...places), fc.string())
    fc.assert(
      fc.property(typed, (texts) => {
        const value = withParts(help, texts)
        const after = new Map(listParts(value)?.map((part) => [part.path, part.value]))
        for (const { path, value: before } of parts) expect(after.get(path)).toBe(texts[path] ?? before)
        expect(extractFrame(value)).toBe(extractFrame(help))
      }),
    )
  })

  test('CT-6 another order, a part more or less, or another id changes the structure', () => {
    const { grows: _, ...declared } = declaredContent.MBR_FOOTER_LINKS
    const list = JSON.parse(links)
    for (const other of [list.slice(1), [...list, list[0]], [{ ...list[0], id: 'x' }, ...list.slice(1)], {}]) {
      expect(codes(declared, links, JSON.stringify(other))).toEqual([' frame'])
    }
    expect(codes(declared, links, '[')).toEqual([' frame'])
    expect(codes(declared, links, withParts(links, { '0.label': '', '1.url': 'javascript:x' }))).toEqual([
      '0.label empty',
      '1.url link',
    ])
  })
})

describe('FT-2 CT-6 links that authors add to the footer', () => {
  const links = first.get('MBR_FOOTER_LINKS') ?? ''
  const declared = declaredContent.MBR_FOOTER_LINKS
  const added = withAdded(links, 'link-1')
  const at = listIds(links).length

  test('FT-2 CT-6 a new link starts empty, is edited like the others, and can be removed again', () => {
    expect(listIds(added)).toEqual([...listIds(links), 'link-1'])
    expect((listParts(added) ?? []).filter(({ path }) => path.startsWith(`${at}.`))).toEqual([
      { path: `${at}.label`, kind: 'text', value: '' },
      { path: `${at}.url`, kind: 'link', value: '' },
      { path: `${at}.newWindow`, kind: 'choice', value: 'false' },
      { path: `${at}.mobileOnly`, kind: 'choice', value: 'false' },
      { path: `${at}.brandVisibility`, kind: 'list', value: '' },
    ])
    expect(codes(declared, links, added)).toEqual([`${at}.label empty`, `${at}.url empty`])
    const written = withParts(added, { [`${at}.label`]: 'Careers', [`${at}.url`]: 'https://jobs.plan.example/' })
    expect(codes(declared, links, written)).toEqual([])
    expect(withoutPart(written, at)).toBe(JSON.stringify(JSON.parse(links)))
    expect(codes(declared, links, withParts(written, { [`${at}.url`]: 'javascript:x' }))).toEqual([`${at}.url link`])
  })

  test('FT-2 CT-6 the portal’s own links stay, each id occurs once, and every part has the same shape', () => {
    const list = JSON.parse(links)
    const [own] = list
    const others = [
      list.slice(1),
      [...list, own],
      [...list, { ...own, id: '' }],
      [...list, { ...own, id: 'new', onclick: 'x' }],
      [...list, { id: 'new', label: 'x' }],
      [...list, 'new'],
      Array.from({ length: maxAlike + 1 }, (_, nth) => list[nth] ?? { ...own, id: `more-${nth}` }),
      { ...list },
    ]
    for (const other of others) expect(codes(declared, links, JSON.stringify(other))).toEqual([' frame'])
    expect(codes(declared, links, JSON.stringify(list.toReversed()))).toEqual([])
  })
})

describe('HD-2 FT-2 what authors choose about a link besides its words', () => {
  const tabs = first.get('MBR_HEADER_TABS') ?? ''
  const declared = declaredContent.MBR_HEADER_TABS

  test('HD-2 each tab’s words, address, icon and window can be set, but not which tabs exist', () => {
    const paths = (listParts(tabs) ?? []).map(({ path, kind }) => `${kind} ${path}`)
    expect(paths.slice(0, 4)).toEqual(['text 0.label', 'choice 0.showText', 'choice 0.active', 'choice 0.linkTarget'])
    expect(paths).toContain('link 1.url')
    const other = withParts(tabs, { '1.label': 'Bills', '1.showText': 'false', '1.linkTarget': '_blank' })
    expect(JSON.parse(other)[1]).toMatchObject({ label: 'Bills', showText: false, linkTarget: '_blank' })
    expect(codes(declared, tabs, other)).toEqual([])
  })

  test('HD-2 CT-6 refuses other windows, and anything but yes or no', () => {
    expect(codes(declared, tabs, withParts(tabs, { '1.linkTarget': 'popup' }))).toEqual(['1.linkTarget choice'])
    const [home, ...others] = JSON.parse(tabs)
    for (const showText of ['false', 1, null]) {
      expect(codes(declared, tabs, JSON.stringify([{ ...home, showText }, ...others]))).toEqual([' frame'])
    }
    expect(codes(declared, tabs, JSON.stringify(others))).toEqual([' frame'])
  })
})

describe('CT-6 why a text is refused', () => {
  test.each<[string, string, string[]]>([
    ['Call {phone} now', 'Call {phone}', []],
    ['Call us', 'Call {phone}', []],
    ['Call {fax}', 'Call {phone}', [' placeholder']],
    ['Call {phone', 'Call {phone}', [' braces']],
    ['', 'x', [' empty']],
    ['x'.repeat(51), 'x', [' long']],
    ['two\nlines', 'x', []],
    ['a\u0000b', 'x', [' character']],
    ['a\u202eb', 'x', [' character']],
    ['a\u2028b', 'x', [' character']],
    ['<script>alert(1)</script>', 'x', []],
  ])('CT-6 %j, where the portal came with %j: %j', (value, released, expected) => {
    expect(codes(text, released, value)).toEqual(expected)
  })

  test.each([
    ['/msg/#!/contact-us', true, true],
    ['https://www.example.org/a?b#c', true, false],
    ['//elsewhere.example', false, false],
    ['/\\elsewhere.example', false, false],
    ['javascript:alert(1)', false, false],
    ['https://user@elsewhere.example/', false, false],
    ['http://elsewhere.example/', false, false],
    ['https://elsewhere.example\\@x/', false, false],
    ['data:text/html,x', false, false],
  ])('CT-6 a link to %s may lead anywhere: %s, where only to our pages: %s', (link, anywhere, own) => {
    const value = JSON.stringify({ url: link })
    const parts = { area: 'footer', kind: 'parts', max: 100 } as const
    expect(codes(parts, '{"url":"/"}', value).length === 0).toBe(anywhere)
    expect(codes({ ...parts, links: 'own' }, '{"url":"/"}', value).length === 0).toBe(own)
  })

  test('CT-6 MC-6 a canned reply may use the known placeholders and no others; its title is a short line', () => {
    const name = replyItem('0197f7a0-0000-8000-8000-00000000aBcD')
    expect(parseReplyId(name)).toBe('0197f7a0-0000-8000-8000-00000000abcd')
    expect([parseReplyId('REPLY_X'), parseReplyId('MBR_NEED_HELP'), findAddedType('REPLY_X')]).toEqual([
      null,
      null,
      null,
    ])
    const declared = contentDeclared(name, findAddedType(name))
    const listRefusals = (title: string, text: string) =>
      declared && codes(declared, declared.blank ?? '', JSON.stringify({ title, text }))
    expect(listRefusals('Hi', 'Hello {firstName}, call {phone}.')).toEqual([])
    expect(listRefusals('Hi', 'Hello {nobody}')).toEqual(['text placeholder'])
    expect(listRefusals('x'.repeat(101), 'x'.repeat(4_001))).toEqual(['title long', 'text long'])
    expect(listRefusals('Two\nlines', '')).toEqual(['title line', 'text empty'])
  })

  test('CT-6 the maximum size of an item is checked before it is parsed', () => {
    expect(codes(declaredContent.MBR_NEED_HELP, '{}', 'x'.repeat(20_001))).toEqual([' long'])
  })

  test('CT-6 warns the approver of hard words, a missing value, a single language, and brands with their own text', () => {
    const options = { declared: text, released: 'Hi {name}', language: 'en', otherLanguages: true, ownBrands: [] }
    expect(contentWarnings({ ...options, value: 'Hi {name}' })).toEqual([])
    const value =
      'Notwithstanding preceding communications beneficiaries may initiate reimbursement determinations electronically'
    expect(
      contentWarnings({ ...options, value, otherLanguages: false, ownBrands: ['A', 'B'] }).map(({ code }) => code),
    ).toEqual([
      'content.warning.reading',
      'content.warning.left-out',
      'content.warning.language',
      'content.warning.brands',
    ])
    expect(contentFields(text, 'x')).toEqual([{ path: '', kind: 'text', value: 'x' }])
  })
})

describe('CT-6 how far a version has come', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const buildTimes = (from: number, until: number | null = null, undone: number | null = null) => ({
    from: at(from),
    until: until === null ? null : at(until),
    undoneAt: undone === null ? null : at(undone),
  })

  test('CT-6 the state follows from its last step and its release', () => {
    expect(contentState(null, null, now)).toBe('draft')
    expect(contentState('withdraw', null, now)).toBe('draft')
    expect(contentState('submit', null, now)).toBe('submitted')
    expect(contentState('return', null, now)).toBe('returned')
    expect(contentState('approve', buildTimes(1), now)).toBe('scheduled')
    expect(contentState('approve', buildTimes(0), now)).toBe('live')
    expect(contentState('approve', buildTimes(-2, 1), now)).toBe('live')
    expect(contentState('approve', buildTimes(-2, 0), now)).toBe('ended')
    expect(contentState('approve', buildTimes(-2, 1, -1), now)).toBe('undone')
  })

  test('CT-6 only a submitted version can be approved, returned or withdrawn', () => {
    const may = (state: Parameters<typeof mayStep>[0]) => contentSteps.filter((step) => mayStep(state, step))
    expect(may('draft')).toEqual(['submit'])
    expect(may('returned')).toEqual(['submit'])
    expect(may('submitted')).toEqual(['withdraw', 'return', 'approve'])
    for (const state of ['scheduled', 'live', 'ended', 'undone'] as const) expect(may(state)).toEqual([])
  })

  test('CT-6 a schedule ends after it begins, and neither is too far ahead', () => {
    expect(scheduleProblem({ from: at(0), until: null }, now)).toBeNull()
    expect(scheduleProblem({ from: at(1), until: at(2) }, now)).toBeNull()
    expect(scheduleProblem({ from: at(2), until: at(1) }, now)).toBe('content.problem.until')
    expect(scheduleProblem({ from: at(-5), until: null }, now)).toBe('content.problem.from')
    expect(scheduleProblem({ from: new Date('2020-01-01T00:00:00Z'), until: at(5) }, now)).toBe('content.problem.from')
    expect(scheduleProblem({ from: at(-0.05), until: null }, now)).toBeNull()
    expect(scheduleProblem({ from: at(24 * 1000), until: null }, now)).toBe('content.problem.from')
    expect(scheduleProblem({ from: at(0), until: at(24 * 1000) }, now)).toBe('content.problem.until')
  })
})

test('CT-5 CT-1 the explanation names the item that is used, and each other item has a reason', () => {
  const qualifiers = fc.dictionary(fc.constantFrom(...QUALIFIERS.slice(1, 4)), fc.constantFrom('a', 'b'))
  const item = fc.record({
    name: fc.constant('A'),
    contentType: fc.constant(null),
    value: fc.string(),
    qualifiers,
    brand: fc.constantFrom('ALL', 'NDBCBS', 'IDH'),
    language: fc.constantFrom('en', 'es'),
  })
  const asked = fc.record({ brand: fc.constantFrom('NDBCBS', 'LOU'), languages: fc.constant(['es', 'en']), qualifiers })
  fc.assert(
    fc.property(fc.array(item), asked, (items, who) => {
      const told = explainMatch(items, who)
      expect(told).toHaveLength(items.length)
      const winners = told.filter(({ verdict }) => verdict === 'wins')
      expect(winners.map((one) => one.item)).toEqual([bestMatch(items, who)?.item].filter((one) => one !== undefined))
      for (const one of told.filter(({ verdict }) => ['brand', 'language', 'qualifier'].includes(verdict))) {
        expect(bestMatch([one.item], who)).toBeNull()
      }
    }),
  )
})
