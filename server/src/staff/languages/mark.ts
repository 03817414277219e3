import type { markLanguageTexts } from '@portico/contract/calls/languages'
import { readLanguageTexts } from '../../brands/languages/texts.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { keepMarks, removeMarks } from './mark-store.ts'
import { readMarked } from './reading.ts'
import { type LanguageParts, readReading, requireReader } from './show.ts'

/** Stores a reader's marks on texts; marking a whole area leaves reported texts as they are. */
export const markTexts =
  (parts: LanguageParts): AuditedHandler<typeof markLanguageTexts> =>
  async ({ body: { brand, language, version, area, ids, state, note } }, context, tx) => {
    const scope = await requireReader(parts, tx, context, brand)
    if (readLanguageTexts(language).version !== version) throw new CallError('CONFLICT')
    if (state === 'reported' && note.length < 3) refuseFields([{ field: 'note', code: 'languages.note-wrong' }])
    const inArea = (await readMarked(tx, brand, language)).filter((text) => text.area === area)
    const texts =
      ids === null
        ? inArea.filter((text) => text.state !== 'reported' && text.state !== 'missing')
        : inArea.filter(({ id, translated }) => ids.includes(id) && translated !== null)
    if (inArea.length === 0 || (ids !== null && texts.length < new Set(ids).size)) throw new CallError('NOT-FOUND')
    const marked = { brand, language, area, texts }
    if (state === 'unread') await removeMarks(tx, marked)
    else {
      const by = { marked_by: scope.accountId, marker: scope.name, marked_at: context.now }
      await keepMarks(tx, marked, { state, note: state === 'reported' ? note : '', ...by })
    }
    const reading = await readReading(tx, scope, brand, language)
    const action = (
      { read: 'language.mark-read', unread: 'language.mark-unread', reported: 'language.report' } as const
    )[state]
    return about(`${brand} ${language} ${area}`, { reading }, { action, memberId: null })
  }
