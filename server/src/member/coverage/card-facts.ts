import type { Language } from '@portico/contract/page'
import { cardTexts } from './card-texts.ts'
import type { IdCard } from './cards.ts'

/** The parts of a brand that its cards show. */
export interface CardBrand {
  readonly name: string
  readonly phone: string
  readonly tty: string
}

interface Fact {
  readonly label: string
  readonly value: string
}

/** Both sides of a card in words; its picture, its description and the document are made from these, so that they agree. */
export function cardFacts(card: IdCard, brand: CardBrand, language: Language) {
  const say = cardTexts(language)
  const dollars = new Intl.NumberFormat(language === 'es' ? 'es-US' : 'en-US', {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  })
  const { rx } = card
  const codes: Fact[] =
    rx === null
      ? []
      : [
          { label: say('rxBin'), value: rx.bin },
          { label: say('rxPcn'), value: rx.pcn },
          { label: say('rxGroup'), value: rx.group },
        ]
  return {
    title: `${say('title')}: ${say(card.kind)}`,
    front: {
      brand: brand.name,
      plan: card.planName,
      number: { label: say('memberId'), value: card.memberNumber },
      facts: [
        { label: say('member'), value: `${card.firstName} ${card.lastName}` },
        { label: say('group'), value: card.groupNumber },
      ] satisfies Fact[],
      covers: { label: say('covers'), value: card.coverageKinds.map((kind) => say(kind)).join(' · ') } satisfies Fact,
    },
    back: {
      calls: [
        { label: say('phone'), value: brand.phone },
        { label: say('tty'), value: brand.tty },
      ] satisfies Fact[],
      codes,
      copays: card.copays.map(({ kind, cents }): Fact => ({ label: say(kind), value: dollars.format(cents / 100) })),
      note: say('inEmergency'),
    },
  }
}

export type CardFacts = ReturnType<typeof cardFacts>

/** A side of a card as one sentence, for people who have it read aloud. */
export function sideInWords({ front, back }: CardFacts, side: 'front' | 'back'): string {
  const facts =
    side === 'front'
      ? [{ label: front.brand, value: front.plan }, front.number, ...front.facts, front.covers]
      : [...back.calls, ...back.codes, ...back.copays]
  const words = facts.map(({ label, value }) => `${label}: ${value}`)
  return `${[...words, ...(side === 'back' ? [back.note] : [])].join('. ')}`
}
