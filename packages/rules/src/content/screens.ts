import type { ContentArea } from './declared.ts'

/** Screens that a text can be looked at on (CT-7), by the path and hash that members have them at; an e-mail is one of its own. */
export const previewScreens = {
  home: { path: '/mbr/', hash: '#!/landing' },
  messages: { path: '/msg/', hash: '#!/message-center' },
  contact: { path: '/msg/', hash: '#!/contact-us/write' },
  search: { path: '/search-results.html', hash: '' },
  security: { path: '/mbr/', hash: '#!/account/security' },
  law: { path: '/login/', hash: '#/non-discrimination' },
  email: { path: '/email', hash: '' },
} as const

export type PreviewScreen = keyof typeof previewScreens

export const previewScreenNames = Object.keys(previewScreens) as PreviewScreen[]

const pages: readonly PreviewScreen[] = ['home', 'messages', 'contact', 'search', 'security']

/** The screens that show an area, the one that shows most of it first; none where nobody's page could show it. */
const screensOfArea: Readonly<Record<ContentArea, readonly PreviewScreen[]>> = {
  contact: startingWith('contact'),
  replies: [],
  footer: startingWith('home'),
  help: startingWith('home'),
  languages: startingWith('home'),
  chat: startingWith('home'),
  coverage: startingWith('home'),
  answers: startingWith('search'),
  tooltips: startingWith('home'),
  questions: startingWith('security'),
  emails: ['email'],
  brand: startingWith('home'),
  legal: ['law'],
  forms: [],
  guides: [],
  wellness: [],
  site: [],
}

/** Texts that other screens show than the rest of their area. */
const elsewhere: Readonly<Record<string, readonly PreviewScreen[]>> = {
  MBR_MESSAGE_CENTER_SIDEBAR_TITLE: startingWith('messages'),
  MBR_CONTACT_US_NO_MESSAGES: startingWith('messages'),
  MESSAGE_DESK: [],
  STAFF_SENDERS: [],
  LANGUAGE_NOTICES: [],
}

export function screensOf(name: string, area: ContentArea): readonly PreviewScreen[] {
  return elsewhere[name] ?? screensOfArea[area]
}

function startingWith(first: PreviewScreen): PreviewScreen[] {
  return [first, ...pages.filter((one) => one !== first)]
}

/** How long the address of a preview is good for. */
export const PREVIEW_MS = 15 * 60_000
