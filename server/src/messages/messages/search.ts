import type { PayloadOf } from '@portico/contract/call'
import type { searchMessages as call } from '@portico/contract/calls/messages'
import type { CallContext } from '../../platform/http/context.ts'
import { cursorText, parseCursor } from '../../platform/http/cursor.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { hidesForms } from './hidden-forms.ts'
import { cutMarkedExcerpt, splitMarkedParts } from './marked-text.ts'
import { readMemberName } from './names.ts'
import type { MessageParts } from './parts.ts'
import { type RowParts, toRow } from './row.ts'
import * as results from './search-store.ts'

type Found = PayloadOf<typeof call>

/** Prefix of a position among results with similar words. */
const alikeMark = '~'

/** Search results per page. */
const searchPage = 10

export const searchMessages =
  (parts: MessageParts): AuditedHandler<typeof call> =>
  async ({ principal, body: { search, folder, before } }, context, tx) => {
    const { memberId } = principal
    const { rows: found, alike } = await results.searchMessages(tx, {
      memberId,
      search,
      folder: folder ?? null,
      before: parseCursor('before', before?.replace(alikeMark, '')),
      alike: before?.startsWith(alikeMark) ?? false,
      max: searchPage + 1,
      language: context.language,
      withForms: !hidesForms(principal),
    })
    const name = await readMemberName(tx, principal)
    const shown = found.slice(0, searchPage)
    const last = shown.at(-1)
    return about(folder ?? 'all', {
      messages: shown.map((row) => toFound(parts, row, name, context)),
      alike: alike && shown.length > 0,
      next:
        last && found.length > searchPage
          ? `${alike ? alikeMark : ''}${cursorText({ at: last.sent_at, id: last.message_id })}`
          : null,
    })
  }

function toFound(
  parts: RowParts,
  row: results.FoundRow,
  name: string,
  context: CallContext<MemberPrincipal>,
): Found['messages'][number] {
  const reader = { brand: context.principal.brand, language: context.language }
  return {
    ...toRow(parts, { ...row, member_name: name }, row.message_id, reader),
    folder: row.deleted_at ? 'deleted' : row.incoming ? 'inbox' : 'sent',
    markedSubject: splitMarkedParts(row.subject, row.marked_subject),
    markedExcerpt: cutMarkedExcerpt(splitMarkedParts(row.body, row.marked_body)),
  }
}
