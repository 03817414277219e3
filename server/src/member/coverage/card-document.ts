import type { Language } from '@portico/contract/page'
import type { Block } from '../../platform/pdf/blocks.ts'
import type { Sender } from '../../platform/pdf/document.ts'
import type { Composed } from '../../platform/pdf/serve.ts'
import { type CardFacts, listFacts, sideInWords } from './card-facts.ts'
import { cardTexts } from './card-texts.ts'

/** Both sides of a card as a document. */
export interface CardDocument {
  readonly facts: CardFacts
  /** Both sides as PNG. */
  readonly front: Uint8Array
  readonly back: Uint8Array
  readonly sender: Sender
  readonly language: Language
  readonly now: Date
}

/** In points: 3.375 by 2.125 inches. */
const size = { width: 243, height: 153 }

/** Both sides of a card in real size, side by side to cut out and fold, and their content as text, on one page. */
export function composeCard(job: CardDocument): Composed {
  const { facts, language, sender } = job
  const say = cardTexts(language)
  const blocks: Block[] = [
    { kind: 'title', text: facts.title },
    { kind: 'text', text: say('cut') },
    { kind: 'figure', png: job.front, text: `${say('front')}. ${sideInWords(facts, 'front')}`, ...size },
    { kind: 'figure', png: job.back, text: `${say('back')}. ${sideInWords(facts, 'back')}`, ...size, beside: true },
    ...listFacts(facts).map(({ label, value }): Block => ({ kind: 'field', label, value })),
    { kind: 'text', text: facts.back.note },
  ]
  const footer = (page: number) => say('page', { page })
  return { blocks, options: { title: facts.title, language, createdAt: job.now, sender, footer } }
}
