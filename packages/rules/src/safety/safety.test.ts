import { describe, expect, test } from 'vitest'
import { judgeSafety } from './safety.ts'
import { harmless, urgent } from './samples.ts'

describe('MC-3 VA-8 words that ask for urgent help', () => {
  test.each(urgent)('MC-3 VA-8 %s: %s', (kind, text) => {
    expect(judgeSafety(text)).toContain(kind)
  })

  test.each(harmless.map((text) => [text]))('MC-3 VA-8 nothing shows for: %s', (text) => {
    expect(judgeSafety(text)).toEqual([])
  })

  test('MC-3 VA-8 there are a hundred phrases of each', () => {
    expect([new Set(urgent.map(([, text]) => text)).size, new Set(harmless).size]).toEqual([100, 100])
  })

  test.each([
    'I took an overdose of my medication',
    'I have chest pain since I took my medicine',
    'Took my medicine. Chest pain since noon',
    'medication overdose',
    'overdose of medication',
    'chest pain in this heat',
    'history of high blood pressure and now chest pain',
    'tomé mi medicamento y no puedo respirar',
    'I want to die, and I do not care about my coverage',
    'Is there a benefit? I want to kill myself',
    'he was drinking alcohol again and he beats me',
    'my husband takes drugs and hits me',
    'he was on drugs when he hit me',
  ])('MC-3 VA-8 a word about care or benefits does not hide: %s', (text) => {
    expect(judgeSafety(text)).not.toEqual([])
  })

  test.each([
    ['emergency', 'chestpain'],
    ['emergency', 'pressure in my chest'],
    ['emergency', 'tightness in my chest'],
    ['emergency', 'difficulty breathing'],
    ['emergency', 'shortness of breath'],
    ['emergency', 'heartattack'],
    ['emergency', 'over dose'],
    ['emergency', 'my baby swallowed bleach'],
    ['emergency', 'hemorragia'],
    ['emergency', 'mi hijo se tragó cloro'],
    ['emergency', 'un sangrado que no para'],
    ['crisis', 'killmyself'],
    ['crisis', 'dont want to be alive'],
    ['crisis', 'ending it all'],
    ['crisis', 'selfharm'],
    ['crisis', 'life is not worth living'],
    ['crisis', 'me quiero matar'],
    ['crisis', 'me voy a matar'],
    ['crisis', 'no quiero seguir viviendo'],
    ['crisis', 'mi hija quiere morirse'],
    ['violence', 'me quiere matar'],
    ['violence', 'my husband hurts me'],
  ])('MC-3 VA-8 %s, in other words that people use: %s', (kind, text) => {
    expect(judgeSafety(text)).toContain(kind)
  })

  test.each([
    'fraud, waste and abuse',
    'sobre mi dosis',
    'my knee hurts me when I walk',
    'over the counter dose',
    'I cut my finger',
    'pressure cuff for home',
    'difficulty hearing',
    'me quiere mandar la factura',
    'me quiero mudar',
    'carry over: what does my plan say',
    'un doctor a menos de 5 kms',
    'hemorrhoids',
    'me duele, no quiero esperar',
  ])('MC-3 VA-8 nothing shows for %s, which is near those words', (text) => {
    expect(judgeSafety(text)).toEqual([])
  })

  test('MC-3 within a long message, in capital letters, with punctuation in between', () => {
    expect(judgeSafety(`${'My bill is wrong. '.repeat(80)} Honestly, I just WANT... TO DIE.`)).toEqual(['crisis'])
    expect(judgeSafety('He overdosed and is not breathing, he beats me')).toEqual(['emergency', 'violence'])
  })
})
