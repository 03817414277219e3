import { useMemo } from 'react'
import { locales, useTexts } from '../messages/text.tsx'

/** Writes whole US cents, leaving cents out where there are none: `$1,500`, `$855.40`. */
export function useRoundMoney(): (cents: number) => string {
  const { language } = useTexts()
  return useMemo(() => {
    const format = new Intl.NumberFormat(locales[language], {
      style: 'currency',
      currency: 'USD',
      trailingZeroDisplay: 'stripIfInteger',
    })
    return (cents) => format.format(cents / 100)
  }, [language])
}
