import { links } from '../../base/router/links.ts'
import type { Offer } from './offers.ts'

/** The offers for agents, for staff, and for people who look for a plan. */
export const workOffers = {
  producer: [
    { text: 'signIn.producer.offer.clients', place: links.producer('clients') },
    { text: 'signIn.producer.offer.proposals', place: links.producer('proposals') },
    { text: 'signIn.producer.offer.credentials', place: links.producer('credentials') },
  ],
  shop: [
    { text: 'signIn.shop.offer.cart', place: links.shop('under65', 'cart') },
    { text: 'signIn.shop.offer.applications', place: links.shop('under65', 'application') },
    { text: 'signIn.shop.offer.member', place: '/mbr/#!/landing' },
  ],
  staff: [
    { text: 'signIn.staff.offer.desk', place: links.workspace() },
    { text: 'signIn.staff.offer.texts', place: links.content() },
  ],
} as const satisfies Readonly<Record<string, readonly Offer[]>>
