import type { approveLanguage, withdrawLanguage } from '@portico/contract/calls/languages'
import { formatApprovals, parseApprovals } from '@portico/rules/languages/approvals'
import { v7 as uuidv7 } from 'uuid'
import * as settings from '../../brands/config-lists/setting-store.ts'
import { readLanguageTexts } from '../../brands/languages/texts.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { tellConfirmers } from '../staff/confirmers.ts'
import { isReadWhole, readMarked } from './reading.ts'
import { type LanguageParts, readReading, requireReader } from './show.ts'

const key = 'APPROVED_LANGUAGES'

/** Sends the approval of all texts of a language in this release to a second administrator, as with changes of settings. */
export const approve =
  (parts: LanguageParts): AuditedHandler<typeof approveLanguage> =>
  async ({ body: { changeId, brand, language, version, reason } }, context, tx) => {
    const scope = await requireReader(parts, tx, context, brand)
    await settings.lockSettings(tx)
    const stored = brand.toUpperCase()
    const show = () => readReading(tx, scope, brand, language)
    const before = (await settings.findRequest(tx, changeId)) ?? (await settings.findChange(tx, changeId))
    if (before !== null) {
      if (before.brand !== stored || before.key !== key) throw new CallError('CONFLICT')
      const differs = parseApprovals(before.string_value ?? '')?.get(language) !== version
      return leaveUnchanged({ reading: await show(), repeated: true, differs })
    }
    const isCurrent = readLanguageTexts(language).version === version
    if (!isCurrent || !isReadWhole(await readMarked(tx, brand, language))) throw new CallError('CONFLICT')
    const { now, last, waiting, request } = await readStanding(tx, stored)
    // Requesting again under another name would let the first asker confirm their own request.
    const isOthers = request !== null && request.asked_by !== scope.accountId
    if (isOthers && [...omit(waiting, language)].some(([one, said]) => now.get(one) !== said))
      throw new CallError('CONFLICT')
    // Approvals that wait for other languages stay in the request.
    const value = formatApprovals(new Map([...now, ...waiting, [language, version]]))
    await settings.keepRequest(tx, {
      ...{ change_id: changeId, brand: stored, key, boolean_value: null, string_value: value, reason },
      ...{ based_on: last, asked_by: scope.accountId, asker: scope.name, asked_at: context.now },
    })
    await tellConfirmers(tx, parts.emails, { brands: [brand], except: scope.accountId }, context.now)
    return about(`${brand} ${language}`, { reading: await show(), repeated: false, differs: false }, { memberId: null })
  }

/** Withdraws an approval, or a request for one. It takes one person: what pages then say is true in any case. */
export const withdraw =
  (parts: LanguageParts): AuditedHandler<typeof withdrawLanguage> =>
  async ({ body: { brand, language, reason } }, context, tx) => {
    const scope = await requireReader(parts, tx, context, brand)
    await settings.lockSettings(tx)
    const stored = brand.toUpperCase()
    const { now, last, waiting, request } = await readStanding(tx, stored)
    const show = () => readReading(tx, scope, brand, language)
    if (!now.has(language) && !waiting.has(language)) return leaveUnchanged({ reading: await show() })
    const string_value = formatApprovals(omit(now, language))
    let based_on = last
    if (now.has(language)) {
      const change_id = uuidv7()
      based_on = change_id
      const value = { boolean_value: null, string_value }
      await settings.putSetting(tx, stored, key, string_value === null ? null : value)
      await settings.addChange(tx, {
        ...{
          change_id,
          brand: stored,
          key,
          reason,
          ...value,
          before_boolean: null,
          before_string: formatApprovals(now),
        },
        ...{ account_id: scope.accountId, changed_by: scope.name, changed_at: context.now, confirmed_by: null },
      })
    }
    if (request !== null) {
      const { asked_by, asker, asked_at, reason } = request
      await settings.settleRequest(tx, request.change_id, { state: 'dropped', by: scope.accountId, at: context.now })
      const rest = formatApprovals(omit(waiting, language))
      // The request for other languages continues, in the name of its own asker.
      if (rest !== string_value)
        await settings.keepRequest(tx, {
          ...{ change_id: uuidv7(), brand: stored, key, boolean_value: null, string_value: rest, reason },
          ...{ based_on, asked_by, asker, asked_at },
        })
    }
    return about(`${brand} ${language}`, { reading: await show() }, { memberId: null })
  }

/** The approvals of a brand, the change that made them, and what waits. */
async function readStanding(tx: Tx, brand: string) {
  const row = settings.settingsByBrand(await settings.listSettings(tx))(brand, key)
  const [last] = await settings.listChanges(tx, brand, key)
  const request = (await settings.listRequests(tx, brand)).find((one) => one.key === key)
  return {
    now: parseApprovals(row?.string_value ?? '') ?? new Map<never, string>(),
    last: last?.change_id ?? null,
    waiting: parseApprovals(request?.string_value ?? '') ?? new Map<never, string>(),
    request: request ?? null,
  }
}

function omit<Key>(map: ReadonlyMap<Key, string>, key: Key): ReadonlyMap<Key, string> {
  return new Map([...map].filter(([one]) => one !== key))
}
