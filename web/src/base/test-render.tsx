import type { Language, PageState, SessionView } from '@portico/contract/page'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { PageProvider } from './page-state.tsx'
import { match } from './router/match.ts'
import { NavigationContext } from './router/navigation.ts'
import { readPlace } from './router/place.ts'
import { allTexts } from './texts/test-texts.ts'
import { TextProvider } from './texts/text.tsx'

interface Rendered {
  readonly language?: Language
  readonly page?: Partial<PageState>
}

/** The HTML that the server would send for some components, without a server; for tests. */
export function renderPage(children: ReactNode, { language = 'en', page = {} }: Rendered = {}): string {
  const state = { ...testPage, language, ...page }
  const { session } = state
  const navigation = {
    match: match(readPlace(state.url), state.session, state.development),
    title: '',
    href: (to: string) => to,
    navigate: () => {},
  }
  return renderToStaticMarkup(
    <PageProvider page={state}>
      <TextProvider texts={allTexts(language, session?.simulation ? session.firstName : undefined)}>
        <NavigationContext value={navigation}>{children}</NavigationContext>
      </TextProvider>
    </PageProvider>,
  )
}

/** A member, signed in. */
export const testSession: SessionView = {
  role: 'MEMBER',
  actorType: 'MEMBER',
  logonId: 'MEMBER01',
  firstName: 'Mayte',
  lastName: 'Escobar',
  nickName: null,
  entitlements: [],
  unreadCount: 0,
  keepsCards: false,
  messageList: null,
  simulation: null,
  groups: [],
}

/** A page of a made-up brand. */
export const testPage: PageState = {
  url: '/',
  status: 200,
  development: false,
  language: 'en',
  fontSize: 'regular',
  timeZone: 'America/New_York',
  mobile: false,
  stubs: false,
  languages: {
    locale: 'en-US',
    name: 'English',
    isProvisional: false,
    offered: [
      { code: 'en', tag: 'en', name: 'English' },
      { code: 'es', tag: 'es', name: 'Español' },
    ],
  },
  brand: {
    code: 'test',
    name: 'Test Plan',
    tagline: '',
    legalText: '',
    sharedBrandCode: 'TEST',
    memberNumber: { form: 'digits', min: 9, max: 17 },
    storeID: '10151',
    brandState: null,
    uracAccredited: false,
    uracID: null,
    ttyNumber: '711',
    customerServiceHours: 'Monday - Friday 8 AM - 8 PM CT',
    nurseLine: null,
    footerDescription: null,
    social: {
      youtube: null,
      facebook: null,
      twitter: null,
      pinterest: null,
      linkedIn: null,
      hmBlog: null,
      hmInstagram: null,
    },
    logo: '/brand/test/logo.svg',
    mark: '/brand/test/mark.svg',
    header: 'light',
    scene: 'hills',
    servicePhone: '1-800-555-0100',
    links: { home: '/', shop: '/shop', medicare: '/medicare', staff: '/staff' },
    domains: [],
  },
  session: testSession,
  passwordDue: false,
  factorDue: false,
  project: 'chmptl',
  redirects: null,
  timers: {
    expiryMs: 900_000,
    warningMs: 780_000,
    checkMs: 3000,
    keepAliveMs: 240_000,
    keepAlivePath: null,
    vendorKeepAlive: null,
  },
  debugging: { profiling: false, showConsole: false, consoleToView: null },
  tabs: [],
  shell: {
    contentVersion: '1',
    lastUpdated: '',
    sidebarTitle: null,
    languageMenu: { languages: [], additional: null },
    meaningfulAccess: null,
    nonDiscrimination: null,
    footerLinks: [],
    chat: null,
  },
  view: { name: 'other' },
  now: '2026-11-22T15:00:00.000Z',
  reports: [],
  analytics: null,
  maps: null,
  appId: 'chmmbr',
  services: { api: '', oauth: '', testBackend: null },
}
