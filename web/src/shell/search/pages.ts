import type { PageState } from '@portico/contract/page'
import { isProspect, PERSON_ROLES } from '@portico/rules/roles'
import type { Findable } from '@portico/rules/search/rank'
import { links } from '../../base/router/links.ts'
import { mayBeShown } from '../../base/router/match.ts'
import { readPlace } from '../../base/router/place.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import type { Translate } from '../../base/texts/text.tsx'

/** A page of the portal that can be found by searching. */
export interface FindablePage extends Findable {
  readonly to: string
  /** The person has to sign in before opening it. */
  readonly signInFirst: boolean
}

export const addresses = {
  'message-center': links.messageCenter(),
  library: links.educationalMaterials(),
  'contact-us': links.contactUs(),
  'care-cost': links.careCost(),
  'health-record': links.healthRecord(),
  security: links.account('security'),
  devices: links.account('devices'),
  activity: links.account('activity'),
  contact: links.account('contact'),
  data: links.account('data'),
  people: links.account('people'),
  apps: links.account('apps'),
  sharing: links.account('sharing'),
  notifications: links.account('notifications'),
  'change-password': links.changePassword(),
  'meaningful-access': links.meaningfulAccess(),
  accessibility: links.accessibility(),
  'non-discrimination': links.nonDiscrimination(),
  'forgot-username': links.forgotUsername(),
  'forgot-password': links.forgotPassword(),
  register: links.register(),
  'request-call': links.requestCall(),
  shop: links.shop('under65'),
  medicare: links.shop('medicare'),
  cart: links.shop('under65', 'cart'),
} as const
type PageName = keyof typeof addresses

/** Of no use to people who are signed in. */
const forVisitors: readonly PageName[] = ['forgot-username', 'forgot-password', 'register']
/** Staff and producers have neither. */
const forPersons: readonly PageName[] = ['people', 'apps', 'sharing', 'notifications']

/** The pages that this person may see (VA-8): their header's tabs, and the others that the route table allows. */
export function findablePages(
  { tabs, session }: Pick<PageState, 'tabs' | 'session'>,
  t: Translate,
): readonly FindablePage[] {
  const isPerson = session === null || PERSON_ROLES.some((role) => role === session.role)
  const names = (Object.keys(addresses) as PageName[]).filter(
    (name) =>
      mayBeShown(readPlace(addresses[name]), session) &&
      !(session !== null && forVisitors.includes(name)) &&
      (isPerson || !forPersons.includes(name)),
  )
  const isShopper = session !== null && isProspect(session.role)
  const known = Object.values<string>(addresses)
  return [
    // A tab whose address is also one of the pages below is listed once, with that page's words.
    ...tabs
      .filter(({ url }) => !known.includes(url))
      .map((tab) => ({
        title: tab.label,
        text: t(
          isShopper && tab.id === 'navHome'
            ? 'search.page.prospect-home.text'
            : (`search.tab.${tab.id}` satisfies MessageId),
        ),
        to: tab.url,
        signInFirst: session === null && tab.url.startsWith('/') && !mayBeShown(readPlace(tab.url), session),
      })),
    ...names.map((name) => ({
      title: t(`search.page.${name}.title`),
      text: t(`search.page.${name}.text`),
      keywords: t(`search.page.${name}.keywords`),
      to: addresses[name],
      signInFirst: false,
    })),
  ]
}
