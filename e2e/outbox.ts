import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect } from './support.ts'

const folder = join(process.env.PORTICO_E2E_DATA ?? '', 'outbox')

interface Received {
  readonly subject: string
  /** Its plain text version. */
  readonly text: string
}

/** The e-mails sent to an address so far, oldest first. */
function emailsTo(address: string): string[] {
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
}

/** Waits for another e-mail after the first `before` to an address, and returns the newest. */
export async function newEmail(address: string, before: number): Promise<Received> {
  await expect.poll(() => emailsTo(address).length).toBeGreaterThan(before)
  const { subject = '', text = '' }: Email = await PostalMime.parse(emailsTo(address).at(-1) ?? '')
  return { subject, text }
}

export function emailCount(address: string): number {
  return emailsTo(address).length
}

/** The link with a ticket in an e-mail that leads to a view. */
export function findLink({ subject, text }: Received, view: string): string {
  const [link] = new RegExp(`http\\S+#/${view}\\?ticket=[\\w-]{43}`).exec(text) ?? []
  if (link === undefined) throw new Error(`"${subject}" has no link to ${view}.`)
  return link
}
