import type { Language } from '@portico/contract/page'
import type { Tokens } from '@portico/rules/brand/colors'
import { type CardBrand, type CardFacts, cardFacts, type Fact } from '../coverage/card-facts.ts'
import type { DatedCard } from '../coverage/service.ts'

/** What a pass says, whichever wallet it is for: exactly what the card says. */
export interface PassContent {
  /** The same for the same card of the same person, so that a second pass replaces the first; reveals nothing about them. */
  readonly serial: string
  readonly language: Language
  readonly title: string
  readonly brand: string
  readonly number: Fact
  readonly front: readonly Fact[]
  readonly back: readonly Fact[]
  readonly note: string
  /** The last day of the plan (`yyyy-mm-dd`); null: not known. */
  readonly ends: string | null
  readonly colors: { readonly ground: string; readonly text: string; readonly label: string }
}

interface PassBrand extends CardBrand {
  readonly tokens: Tokens
}

export function buildPassContent(
  { card, ends }: DatedCard,
  { tokens, ...brand }: PassBrand,
  { language, serial }: Pick<PassContent, 'language' | 'serial'>,
): PassContent {
  const facts = cardFacts(card, brand, language)
  return {
    serial,
    language,
    title: facts.title,
    brand: facts.front.brand,
    number: facts.front.number,
    ...listSides(facts),
    note: facts.back.note,
    ends,
    colors: {
      ground: tokens['--brand-gradient-from'],
      text: tokens['--brand-gradient-fg'],
      label: tokens['--brand-gradient-fg-muted'],
    },
  }
}

function listSides({ front, back }: CardFacts): Pick<PassContent, 'front' | 'back'> {
  return {
    front: [front.plan, ...front.facts, front.covers],
    back: [...back.calls, back.website, ...back.limits, ...back.codes, ...back.copays],
  }
}
