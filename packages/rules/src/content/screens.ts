import type { ContentArea } from './declared.ts'

/** Screens on which authors can preview a text (CT-7), by the path and hash that readers use; an e-mail is its own screen. */
export const previewScreens = {
  home: { path: '/mbr/', hash: '#!/landing' },
  messages: { path: '/msg/', hash: '#!/message-center' },
  contact: { path: '/msg/', hash: '#!/contact-us/write' },
  search: { path: '/search-results.html', hash: '' },
  signIn: { path: '/login/', hash: '' },
  security: { path: '/mbr/', hash: '#!/account/security' },
  law: { path: '/login/', hash: '#/non-discrimination' },
  conversation: { path: '/msg/', hash: '#!/message-center/00000000-0000-4000-8000-000000000001' },
  form: { path: '/login/', hash: '#/claims/educational-materials/form/claim' },
  guide: { path: '/login/', hash: '#/claims/educational-materials/guide/shown' },
  wellness: { path: '/login/', hash: '#/wellness' },
  notices: { path: '/login/', hash: '#/meaningful-access' },
  site: { path: '/', hash: '' },
  cce: { path: '/cce/', hash: '' },
  wts: { path: '/wts/', hash: '' },
  email: { path: '/email', hash: '' },
} as const

export type PreviewScreen = keyof typeof previewScreens

export const previewScreenNames = Object.keys(previewScreens) as PreviewScreen[]

const pages: readonly PreviewScreen[] = ['home', 'messages', 'contact', 'search', 'security']

type Screens = readonly [PreviewScreen, ...PreviewScreen[]]

/** The screens that show an area, the one that shows most of it first. */
const screensOfArea: Readonly<Record<ContentArea, Screens>> = {
  contact: startWith('contact'),
  replies: ['conversation'],
  footer: startWith('home'),
  help: startWith('home'),
  languages: startWith('home'),
  chat: startWith('home'),
  tabs: startWith('home'),
  answers: startWith('search'),
  tooltips: startWith('home'),
  questions: startWith('security'),
  emails: ['email'],
  // The motto shows here alone.
  brand: ['signIn', ...startWith('home')],
  legal: ['law'],
  forms: ['form'],
  guides: ['guide'],
  wellness: ['wellness'],
  site: ['site'],
}

/** Texts that appear on other screens than the rest of their area. */
const elsewhere: Readonly<Record<string, Screens>> = {
  MBR_MESSAGE_CENTER_SIDEBAR_TITLE: startWith('messages'),
  MBR_CONTACT_US_NO_MESSAGES: startWith('messages'),
  MESSAGE_DESK: ['conversation'],
  STAFF_SENDERS: ['conversation'],
  LANGUAGE_NOTICES: ['notices'],
  COMPANY_SITE_CCE: ['cce'],
  COMPANY_SITE_WTS: ['wts'],
}

export function listScreens(name: string, area: ContentArea): Screens {
  return elsewhere[name] ?? screensOfArea[area]
}

function startWith(first: PreviewScreen): Screens {
  return [first, ...pages.filter((one) => one !== first)]
}

/** How long the address of a preview works. */
export const PREVIEW_MS = 15 * 60_000
