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
    ['crisis', 'my son wants to kill himself'],
    ['crisis', 'my friend tried to kill herself'],
    ['crisis', 'I want 2 die'],
    ['crisis', 'i wanna kms'],
    ['crisis', 'slit my wrists'],
    ['crisis', 'mi hijo se quiere matar'],
    ['crisis', 'kiero morir'],
    ['crisis', 'ya no aguanto más'],
    ['emergency', 'cant breeth'],
    ['emergency', 'numb on one side'],
    ['emergency', 'worst headache of my life'],
    ['emergency', 'throwing up blood'],
    ['emergency', '911'],
    ['emergency', 'me aprieta el pecho'],
    ['emergency', 'me estoy ahogando'],
    ['emergency', 'me tomé todas las pastillas'],
    ['emergency', 'embolia'],
    ['violence', 'i was assaulted'],
    ['violence', "i'm scared to go home"],
    ['violence', 'mi padrastro me toca'],
  ])('MC-3 VA-8 %s, in other words that people use: %s', (kind, text) => {
    expect(judgeSafety(text)).toContain(kind)
  })

  test.each(['suicide prevention', 'suicide prevention hotline', 'línea de prevención del suicidio'])(
    'MC-3 VA-8 whoever looks for help by its name is shown it: %s',
    (text) => expect(judgeSafety(text)).toEqual(['crisis']),
  )

  test.each([
    ['crisis', '我想自杀'],
    ['crisis', '我 不想活了'],
    ['emergency', '胸痛怎麼辦'],
    ['violence', '我先生打我'],
    ['crisis', 'أريد أن أموت'],
    ['crisis', 'أفكّر في الانتحار'],
    ['emergency', 'ألم في الصدر'],
    ['violence', 'زوجي يضربني'],
  ])('MC-3 VA-8 LG-4 %s, in the other languages of the portal: %s', (kind, text) => {
    expect(judgeSafety(text)).toEqual([kind])
  })

  test.each(['中風復健', '打我電話', '死亡福利', 'ألم في الظهر', 'علاج الجلطة', 'أريد تغيير طبيبي'])(
    'MC-3 VA-8 LG-4 nothing shows for %s',
    (text) => expect(judgeSafety(text)).toEqual([]),
  )

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
    'I want this bill to disappear',
    'someone is abusing my card',
    'embolic protection',
    'ambulance bill',
    'one side of my crown broke',
  ])('MC-3 VA-8 nothing shows for %s, which is near those words', (text) => {
    expect(judgeSafety(text)).toEqual([])
  })

  test('MC-3 within a long message, in capital letters, with punctuation in between', () => {
    expect(judgeSafety(`${'My bill is wrong. '.repeat(80)} Honestly, I just WANT... TO DIE.`)).toEqual(['crisis'])
    expect(judgeSafety('He overdosed and is not breathing, he beats me')).toEqual(['emergency', 'violence'])
  })
})
