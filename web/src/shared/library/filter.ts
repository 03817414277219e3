import type { PayloadOf } from '@portico/contract/call'
import type { formLibrary } from '@portico/contract/calls/forms'

type Item = PayloadOf<typeof formLibrary>['items'][number]

/** The filters of the library (MP-21); '' matches everything. */
export interface Filter {
  readonly words: string
  readonly type: string
  readonly subject: string
  readonly language: string
}

export const emptyFilter: Filter = { words: '', type: '', subject: '', language: '' }

/** The items with all the words in title or description, ignoring case and accents. */
export function filterItems<One extends Pick<Item, 'title' | 'about' | 'type' | 'subject' | 'languages'>>(
  items: readonly One[],
  { words, type, subject, language }: Filter,
): One[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    const text = plain(`${item.title} ${item.about}`)
    return (
      wanted.every((word) => text.includes(word)) &&
      (type === '' || item.type === type) &&
      (subject === '' || item.subject === subject) &&
      (language === '' || item.languages.some((one) => one === language))
    )
  })
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
