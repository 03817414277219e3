import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs a text and its time with a shared secret, so that an intercepted message soon becomes useless. */
export function sign(secret: string, sentAt: string, text: string): string {
  return createHmac('sha256', secret).update(`${sentAt}.${text}`).digest('hex')
}

const longestMs = 3_600_000

export function isSigned(
  secret: string,
  signed: { readonly sentAt: string; readonly text: string; readonly signature: string },
  now: Date,
): boolean {
  const { sentAt, text, signature } = signed
  const [given, wanted] = [Buffer.from(signature, 'hex'), Buffer.from(sign(secret, sentAt, text), 'hex')]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false
  return Math.abs(now.getTime() - Date.parse(sentAt)) <= longestMs
}
