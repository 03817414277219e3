import type { Translate } from '../../base/texts/text.tsx'
import type { MethodData } from './types.ts'

/** A payment method as its owner knows it: `Visa ending in 4242`. */
export function methodName({ kind, label, lastFour }: Pick<MethodData, 'kind' | 'label' | 'lastFour'>, t: Translate) {
  const name = label ?? t(kind === 'bank' ? 'premium.autopay-bank' : 'premium.autopay-card')
  return lastFour === null ? name : t('premium.autopay-method', { name, ending: lastFour })
}
