import type { Language } from '@portico/contract/page'
import type { Reader } from '../../platform/db/database.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import type { MessageFile } from '../attachments/shown-file.ts'
import { listThreadsWithForm } from '../forms/store.ts'
import { formTexts } from '../forms/texts.ts'

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

/**
 * Nobody else reads conversations that began with a form: neither a representative who acts for the member (CS-1), nor people who may
 * see their messages, since no scope covers the content of a form (MP-14, MP-21).
 */
export function hidesForms({ actor }: Pick<MemberPrincipal, 'actor'>): boolean {
  return actor !== null
}

/** How the caller reads messages of these conversations: a sentence replaces text and files that are hidden from them. */
export async function createReading(
  db: Reader,
  { principal, language }: { readonly principal: MemberPrincipal; readonly language: Language },
  threadIds: readonly string[],
): Promise<(written: Written, files?: MessageFile[]) => Readable> {
  const hidden = new Set(
    hidesForms(principal) ? await listThreadsWithForm(db, principal.memberId, [...new Set(threadIds)]) : [],
  )
  return ({ thread_id, body, attachment_count }, files = []) =>
    hidden.has(thread_id)
      ? { text: formTexts(language)('hidden'), attachmentCount: 0, attachments: [] }
      : { text: body, attachmentCount: attachment_count, attachments: files }
}
