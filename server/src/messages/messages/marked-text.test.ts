import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutMarkedExcerpt, markEnd, markStart, splitMarkedParts } from './marked-text.ts'

const mark = (text: string) => `${markStart}${text}${markEnd}`
const whole = (parts: readonly { readonly text: string }[]) => parts.map(({ text }) => text).join('')

describe('MC-2 matches of a search', () => {
  it('MC-2 are marked in the text as it was written, accents and all', () => {
    expect(splitMarkedParts('Mi reclamación, por favor', `Mi ${mark('reclamacion')}, por favor`)).toEqual([
      { text: 'Mi ', hit: false },
      { text: 'reclamación', hit: true },
      { text: ', por favor', hit: false },
    ])
  })

  it('MC-2 are left out where the marked copy is not of this text', () => {
    expect(splitMarkedParts('Short', `${mark('Shorter')} text`)).toEqual([{ text: 'Short', hit: false }])
  })

  it('MC-2 no mark changes the text, wherever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.boolean())), (pieces) => {
        const plain = pieces.map(([text]) => text.replaceAll(markStart, '').replaceAll(markEnd, ''))
        const marked = plain.map((text, index) => (pieces[index]?.[1] ? mark(text) : text)).join('')
        expect(whole(splitMarkedParts(plain.join(''), marked))).toBe(plain.join(''))
      }),
    )
  })

  it('MC-2 the excerpt is one line around the first match, and never half a letter', () => {
    const lead = 'Many words come before it, in more than one\nline of the text. '
    const parts = splitMarkedParts(`${lead}claim and so on`, `${lead}${mark('claim')} and so on`)
    const excerpt = cutMarkedExcerpt(parts)
    expect(excerpt[1]).toEqual({ text: 'claim', hit: true })
    expect(whole(excerpt)).toMatch(/^…\S.* line of the text\. claim and so on$/)
    expect(whole(cutMarkedExcerpt([{ text: '😀'.repeat(200), hit: false }]))).toMatch(/^(😀)+…$/u)
    expect(whole(cutMarkedExcerpt([{ text: `x${'😀'.repeat(200)}`, hit: true }]))).toMatch(/^x(😀)+…$/u)
  })
})
