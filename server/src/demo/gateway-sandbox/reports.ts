import type { SandboxBook, SandboxPayment } from './book.ts'

const pageSize = 100

/** A payment as the API tells of it. */
export function toReport(payment: SandboxPayment, url: string) {
  const { ref, paymentId, memberId, word, by } = payment
  return { ref, paymentId, memberId, word, by, url: word.status === 'open' ? `${url}/pay/${ref}` : null }
}

/** A page of the payments since a moment. */
export function listPayments(book: SandboxBook, url: string, query: URLSearchParams) {
  const since = query.get('since') ?? ''
  const wanted = book.all().filter(({ createdAt }) => createdAt >= since)
  const from = wanted.findIndex(({ ref }) => ref === query.get('after')) + 1
  const page = wanted.slice(from, from + pageSize)
  const next = from + pageSize < wanted.length ? (page.at(-1)?.ref ?? null) : null
  return { payments: page.map((one) => toReport(one, url)), next }
}
