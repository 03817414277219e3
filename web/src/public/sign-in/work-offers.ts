import { links } from '../../base/router/links.ts'
import type { Offer } from './offers.ts'

/** The same for agents and for staff. */
export const workOffers = {
  producer: [
    { text: 'signIn.producer.offer.clients', place: links.producer('clients') },
    { text: 'signIn.producer.offer.proposals', place: links.producer('proposals') },
    { text: 'signIn.producer.offer.credentials', place: links.producer('credentials') },
  ],
  staff: [
    { text: 'signIn.staff.offer.desk', place: links.workspace() },
    { text: 'signIn.staff.offer.texts', place: links.content() },
  ],
} as const satisfies Readonly<Record<string, readonly Offer[]>>
