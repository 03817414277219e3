import type { ContentItem } from './types.ts'

/** The filters of the list; '' matches everything. */
export interface ContentFilters {
  readonly words: string
  readonly area: string
  readonly language: string
  readonly state: '' | 'waiting' | 'draft' | 'scheduled' | 'edited' | 'mine'
  /** `none` for every reader, or else the name of a qualifier. */
  readonly qualifier: string
}

export const noFilters: ContentFilters = { words: '', area: '', language: '', state: '', qualifier: '' }

/** Whether an item passes the filters; `title` is its name on screen. */
export function isFound(item: ContentItem, filters: ContentFilters, title: string): boolean {
  const { words, area, language, state, qualifier } = filters
  if (area !== '' && item.area !== area) return false
  if (language !== '' && item.language !== language) return false
  if (state !== '' && !isIn(item, state)) return false
  const qualifiers = Object.keys(item.qualifiers)
  if (qualifier === 'none' ? qualifiers.length > 0 : qualifier !== '' && !qualifiers.includes(qualifier)) return false
  const text = [title, item.name, item.live?.value, item.latest?.value].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function isIn({ latest, live }: ContentItem, state: Exclude<ContentFilters['state'], ''>): boolean {
  switch (state) {
    case 'waiting':
      return latest?.state === 'submitted'
    case 'mine':
      return latest?.mayApprove === true
    case 'draft':
      return latest?.state === 'draft' || latest?.state === 'returned'
    case 'scheduled':
      return latest?.state === 'scheduled'
    case 'edited':
      return live?.edited === true
  }
}
