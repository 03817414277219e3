import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import type { SandboxBook, SandboxMethod } from './book.ts'
import { readBody, send, sendPage } from './http.ts'
import { sandboxMethodPage } from './page.ts'
import { toReport } from './reports.ts'

const Taken = v.object({
  paymentId: v.pipe(v.string(), v.uuid()),
  memberId: v.pipe(v.string(), v.uuid()),
  amountCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000)),
  methodRef: v.string(),
})
const NewMethod = v.object({
  methodId: v.pipe(v.string(), v.uuid()),
  brandName: v.pipe(v.string(), v.maxLength(200)),
  language: v.picklist(['en', 'es']),
  returnTo: v.pipe(v.string(), v.url(), v.maxLength(2_000)),
})

interface SandboxPlace {
  readonly book: SandboxBook
  /** The sandbox's address. */
  readonly url: string
}

/** Makes a payment with a stored card: it succeeds or is declined at once. */
export async function takePayment(
  { book, url }: SandboxPlace,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parsed = v.safeParse(Taken, JSON.parse(await readBody(request)))
  if (!parsed.success) return send(response, 422, { error: 'payment' })
  const { methodRef, ...payment } = parsed.output
  const by = book.findMethod(methodRef)
  if (by === undefined) return send(response, 404, { error: 'method' })
  const pays = by.state === 'saved' && by.pays === 'always'
  const word = {
    status: pays ? 'paid' : 'failed',
    paidCents: pays ? payment.amountCents : 0,
    refundedCents: 0,
  } as const
  const { brandName, language, returnTo } = by
  send(response, 200, toReport(book.begin({ ...payment, brandName, language, returnTo }, word), url))
}

/** The API of stored cards. */
export async function answerMethod(
  { book, url }: SandboxPlace,
  request: IncomingMessage,
  response: ServerResponse,
  { ref, does }: { readonly ref: string; readonly does: string },
): Promise<void> {
  if (ref === '') {
    const parsed = v.safeParse(NewMethod, JSON.parse(await readBody(request)))
    if (!parsed.success) return send(response, 422, { error: 'method' })
    return send(response, 200, toMethod(url, book.beginMethod(parsed.output)))
  }
  const known = book.findMethod(ref)
  if (known === undefined) return send(response, 404, { error: 'method' })
  if (does === 'close' && known.state === 'open')
    return send(response, 200, toMethod(url, book.changeMethod(ref, { state: 'expired' })))
  if (does === 'forget') return send(response, 200, toMethod(url, book.changeMethod(ref, { state: 'forgotten' })))
  send(response, 200, toMethod(url, known))
}

function toMethod(url: string, { ref, state, pays }: SandboxMethod) {
  const kept = { ref, customerRef: `customer_${ref}`, kind: 'card', label: 'Test card' } as const
  return {
    ref,
    url: state === 'open' ? `${url}/keep/${ref}` : null,
    state: state === 'forgotten' ? 'expired' : state,
    method: state === 'saved' ? { ...kept, lastFour: pays === 'always' ? '4242' : '0002' } : null,
  }
}

/** The page on which a card is stored. */
export async function keepCard(
  book: SandboxBook,
  request: IncomingMessage,
  response: ServerResponse,
  ref: string,
): Promise<void> {
  const known = book.findMethod(ref)
  if (known === undefined) return send(response, 404, { error: 'method' })
  if (request.method !== 'POST') return sendPage(response, sandboxMethodPage(known))
  const how = new URLSearchParams(await readBody(request)).get('how')
  if (known.state === 'open' && (how === 'always' || how === 'never'))
    book.changeMethod(ref, { state: 'saved', pays: how })
  response.writeHead(303, { location: known.returnTo }).end()
}
