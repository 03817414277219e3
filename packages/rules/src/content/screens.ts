import type { ContentArea } from './declared.ts'

/** Screens that a text can be looked at on (CT-7), by the path and hash that members have them at. */
export const previewScreens = {
  home: { path: '/mbr/', hash: '#!/landing' },
  messages: { path: '/msg/', hash: '#!/message-center' },
  contact: { path: '/msg/', hash: '#!/contact-us/write' },
  search: { path: '/search-results.html', hash: '' },
  security: { path: '/mbr/', hash: '#!/account/security' },
} as const

export type PreviewScreen = keyof typeof previewScreens

export const previewScreenNames = Object.keys(previewScreens) as PreviewScreen[]

/** The screen that shows most of what an area is about. */
const screenOfArea: Readonly<Record<ContentArea, PreviewScreen>> = {
  contact: 'contact',
  footer: 'home',
  help: 'home',
  languages: 'home',
  chat: 'home',
  coverage: 'home',
  answers: 'search',
  tooltips: 'home',
  questions: 'security',
}

/** Texts of an area that another screen shows. */
const elsewhere: Readonly<Record<string, PreviewScreen>> = {
  MBR_MESSAGE_CENTER_SIDEBAR_TITLE: 'messages',
  MBR_CONTACT_US_NO_MESSAGES: 'messages',
}

export function screenOf(name: string, area: ContentArea): PreviewScreen {
  return elsewhere[name] ?? screenOfArea[area]
}

/** How long the address of a preview is good for. */
export const PREVIEW_MS = 15 * 60_000
