import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './support.ts'

const folder = join(process.env.PORTICO_E2E_DATA ?? '', 'outbox')

interface Received {
  readonly subject: string
  /** Its plain text version. */
  readonly text: string
}

/** The e-mails sent to an address so far, oldest first. */
function emailsTo(address: string): Received[] {
  let names: string[] = []
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  } catch {
    // None has been sent yet.
  }
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((email) => email.includes(`\nTo: ${address}\n`))
    .map((email) => ({ subject: readHeader(email, 'Subject'), text: plainPart(email) }))
}

/** Waits for another e-mail after the first `before` to an address, and returns the newest. */
export async function newEmail(address: string, before: number): Promise<Received> {
  await expect.poll(() => emailsTo(address).length).toBeGreaterThan(before)
  return emailsTo(address).at(-1) ?? { subject: '', text: '' }
}

export function emailCount(address: string): number {
  return emailsTo(address).length
}

function readHeader(email: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(email)?.[1] ?? ''
}

function plainPart(email: string): string {
  const part = /Content-Type: text\/plain[\s\S]*?\n\n([\s\S]*?)\n--/.exec(email)?.[1] ?? ''
  const bytes = part
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
