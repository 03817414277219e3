import type { Language } from '@portico/contract/page'
import { findCostWords, findKnownHolders, isAfterDeductible, listCardLimits } from '@portico/rules/coverage/card-lines'
import { findLocale } from '@portico/rules/languages/list'
import { cardTexts } from './card-texts.ts'
import type { IdCard } from './cards.ts'

/** The parts of a brand that its cards show. */
export interface CardBrand {
  readonly name: string
  readonly phone: string
  /** Its nurse line; null: it has none. */
  readonly nurse: string | null
  readonly tty: string
  /** The host where its members find help and providers. */
  readonly website: string
}

export interface Fact {
  readonly label: string
  readonly value: string
}

/** Both sides of a card in words; its picture, its description and the document all use these, so that they agree. */
export function cardFacts(card: IdCard, brand: CardBrand, language: Language) {
  const say = cardTexts(language)
  const dollars = new Intl.NumberFormat(findLocale(language), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  })
  const { rx } = card
  const money = (cents: number | null) => (cents === null ? '' : dollars.format(cents / 100))
  const limits = listCardLimits(card.limits, card.kind === 'medical').map((line): Fact => {
    const amounts = { person: money(line.personCents), family: money(line.familyCents) }
    return {
      label: say(`limit-${line.kind}-${line.network}`),
      value: say(`holders-${findKnownHolders(line)}`, amounts),
    }
  })
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
      plan: { label: say('plan'), value: card.planName } satisfies Fact,
      number: { label: say('memberId'), value: card.memberNumber },
      facts: [
        { label: say('member'), value: `${card.firstName} ${card.lastName}`.trim() },
        { label: say('group'), value: card.groupNumber },
      ] satisfies Fact[],
      covers: { label: say('covers'), value: card.coverageKinds.map((kind) => say(kind)).join(' · ') } satisfies Fact,
    },
    back: {
      calls: [
        { label: say('phone'), value: brand.phone },
        ...(brand.nurse === null ? [] : [{ label: say('nurse'), value: brand.nurse }]),
        { label: say('tty'), value: brand.tty },
      ] satisfies Fact[],
      website: { label: say('website'), value: brand.website } satisfies Fact,
      limits,
      codes,
      copays: [
        ...card.copays
          .filter(({ kind }) => kind !== 'emergency')
          .map(({ kind, cents }): Fact => ({ label: say(kind), value: money(cents) })),
        ...(card.emergency === null ? [] : [{ label: say('emergency'), value: formatCost(card.emergency) }]),
      ],
      note: say('inEmergency'),
    },
  }

  function formatCost(cost: NonNullable<IdCard['emergency']>): string {
    const said = say(`cost-${findCostWords(cost)}`, { amount: money(cost.copayCents), percent: cost.coinsurance ?? '' })
    return isAfterDeductible(cost) ? say('after-deductible', { cost: said }) : said
  }
}

export type CardFacts = ReturnType<typeof cardFacts>

/** Everything that a card says, in order. */
export function listFacts({ front, back }: CardFacts): Fact[] {
  return [
    front.plan,
    front.number,
    ...front.facts,
    front.covers,
    ...back.calls,
    back.website,
    ...back.limits,
    ...back.codes,
    ...back.copays,
  ]
}

/** A side of a card as one sentence, for people who have it read aloud. */
export function sideInWords({ front, back }: CardFacts, side: 'front' | 'back'): string {
  const facts =
    side === 'front'
      ? [{ label: front.brand, value: front.plan.value }, front.number, ...front.facts, front.covers]
      : [...back.calls, back.website, ...back.limits, ...back.codes, ...back.copays]
  const words = facts.map(({ label, value }) => `${label}: ${value}`)
  return `${[...words, ...(side === 'back' ? [back.note] : [])].join('. ')}`
}
