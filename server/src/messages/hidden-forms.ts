import type { Language } from '@portico/contract/page'
import type { MessageFile } from '../attachments/service.ts'
import type { Reader } from '../db/database.ts'
import { listThreadsWithForm } from '../forms/store.ts'
import { formTexts } from '../forms/texts.ts'
import type { MemberPrincipal } from '../http/principal.ts'

/** A message as the caller may read it. */
interface Readable {
  readonly text: string
  readonly attachmentCount: number
  readonly attachments: MessageFile[]
}

interface Written {
  readonly thread_id: string
  readonly body: string
  readonly attachment_count: number
}

/** A representative who acts for a member does not read conversations that began with a form (MP-21, CS-1). */
export function hidesForms({ actor, scopes }: MemberPrincipal): boolean {
  return actor !== null && scopes === null
}

/** How the caller reads messages of these conversations: a sentence takes the place of text and files that are hidden from them. */
export async function readingOf(
  db: Reader,
  { principal, language }: { readonly principal: MemberPrincipal; readonly language: Language },
  threadIds: readonly string[],
): Promise<(written: Written, files?: MessageFile[]) => Readable> {
  const hidden = new Set(
    hidesForms(principal) ? await listThreadsWithForm(db, principal.memberId, [...new Set(threadIds)]) : [],
  )
  return ({ thread_id, body, attachment_count }, files = []) =>
    hidden.has(thread_id)
      ? { text: formTexts(language)('simulated'), attachmentCount: 0, attachments: [] }
      : { text: body, attachmentCount: attachment_count, attachments: files }
}
