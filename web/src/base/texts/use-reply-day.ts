import { dateFormat } from './format.ts'
import { useTexts } from './text.tsx'

const named = { weekday: 'long', month: 'long', day: 'numeric' } as const

/** Writes a moment's day as people say it in a promise: `Monday, November 23`. */
export function useReplyDay(): (moment: string) => string {
  const format = dateFormat(useTexts().locale, named)
  return (moment) => format.format(new Date(moment))
}
