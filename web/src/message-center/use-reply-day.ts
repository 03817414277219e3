import { useMemo } from 'react'
import { locales, useTexts } from '../messages/text.tsx'

/** Writes the day of a moment as people name it when they promise something: `Monday, November 23`. */
export function useReplyDay(): (moment: string) => string {
  const { language } = useTexts()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locales[language], { weekday: 'long', month: 'long', day: 'numeric' })
    return (moment) => format.format(new Date(moment))
  }, [language])
}
