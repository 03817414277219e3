import { describe, expect, test } from 'vitest'
import en from './texts/en.json' with { type: 'json' }
import { amountWords, claimTexts, reasonWords } from './texts.ts'

const codes = Object.keys(en).flatMap((id) => (id.startsWith('reason.') ? id.slice('reason.'.length) : []))

describe('RG-3 MP-8 a reason says whose plan it is about', () => {
  test('RG-3 MP-8 the text says "your plan" to the member, and "the plan" to people who look at their claims', () => {
    const say = claimTexts('en')
    expect(reasonWords(say, '96', 'member')).toBe('Your plan does not cover this care.')
    expect(reasonWords(say, '96', 'other')).toBe('The plan does not cover this care.')
    expect(reasonWords(say, '999999', 'other')).toBeNull()
  })

  test('MP-8 IM-1 a number means something else in NCPDP’s list than in X12’s, and nothing in a payer’s own', () => {
    const say = claimTexts('en')
    expect(reasonWords(say, 'NCPDP 40', 'member')).toBe('The pharmacy has no contract with the plan.')
    expect(reasonWords(say, '40', 'member')).not.toBe(reasonWords(say, 'NCPDP 40', 'member'))
    expect(reasonWords(say, '#40', 'member')).toBeNull()
  })

  test('MP-4 IM-3 an amount without words of its own is called one', () => {
    expect(amountWords(claimTexts('en'), ' ')).toBe('An amount without a name')
  })

  test.each(['122', '142', '178'])(
    'MP-8 reason %s, which withholds part of a payment, has words in every language',
    (code) => {
      for (const language of ['en', 'es', 'zh', 'ar'] as const)
        for (const reader of ['member', 'other'] as const)
          expect(reasonWords(claimTexts(language), code, reader), language).toMatch(/\S/)
    },
  )

  test.each([
    ['en', /\byou/i],
    ['es', /\b(usted|su plan|su cobertura|no debe)\b|(?<!se )puede apelar/i],
    ['zh', /您/],
    ['ar', /خطتك|عليك|يمكنك|تغطيتك/],
  ] as const)('RG-3 MP-8 no reason speaks of a delegate’s own plan, share or appeal: %s', (language, addressed) => {
    const say = claimTexts(language)
    const spoken = codes.map((code) => [code, reasonWords(say, code, 'other') ?? ''] as const)
    expect(spoken.filter(([, words]) => addressed.test(words))).toEqual([])
  })
})
