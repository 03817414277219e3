import { links } from '../../base/router/links.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'

/** Something that the sign-in page says people can do here, with its view: the page only offers what is online. */
export interface Offer {
  readonly text: MessageId
  readonly place: string
}

export const offers = [
  { text: 'signIn.offer.plan', place: '/mbr/#!/landing' },
  { text: 'signIn.offer.answers', place: links.screen('message-center') },
  { text: 'signIn.offer.people', place: links.account('people') },
] as const satisfies readonly Offer[]
