import { documentTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

/** The words on a card. */
export const cardTexts = documentTexts<keyof typeof en>({ en, es })
