import { links } from '../../base/router/links.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'

/** What the sign-in page says people can do here, with the view for it: nothing is promised that is not online. */
export interface Offer {
  readonly text: MessageId
  readonly place: string
}

export const offers = [
  { text: 'signIn.offer.plan', place: '/mbr/#!/landing' },
  { text: 'signIn.offer.answers', place: links.messageCenter() },
  { text: 'signIn.offer.people', place: links.account('people') },
] as const satisfies readonly Offer[]
